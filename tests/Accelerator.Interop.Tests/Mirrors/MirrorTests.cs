namespace Accelerator.Interop.Tests.Mirrors;

public sealed class MirrorTests : RealTests
{
    private const int Many = 10_050;

    private static readonly string[] Names =
        ["plain.txt", "two words.txt", "sub folder/한글 이름.txt", "sub folder/deep/er/a -> b", "sub folder/[x]*", "sub folder/100%41.txt", "-rf/--all"];

    /// <summary>
    /// A tree with odd names, an empty folder and a link comes here byte for byte; the second run asks for nothing but the listings; then what is new,
    /// longer, changed at the same length, and gone is found. A server tells where a link leads, or shows it as what it leads to, or does neither.
    /// </summary>
    [ServerTheory]
    [Vsftpd(true), Proftpd(false), PureFtpd(false), Pyftpdlib(true), Ftpx(true)]
    public async Task A_tree_is_followed(ServerKind kind, bool followsLink)
    {
        await using var server = await kind.StartAsync(Token);
        for (var i = 0; i < Names.Length; i++) await PutAsync(server, Names[i], 1000 + i, i, GetChecks.Modified, Token);
        Directory.CreateDirectory(Path.Combine(server.Root, "pub/empty"));
        File.CreateSymbolicLink(Path.Combine(server.Root, "pub/link"), "plain.txt");
        using var fixture = new MirrorFixture(server);

        await fixture.SucceedAsync("pub", delete: true, Token);
        AssertIsLikeServer(server, fixture, followsLink);
        Assert.Equal(Names.Length + (followsLink ? 1 : 0), fixture.Plan.NewFiles);

        await fixture.SucceedAsync("pub", delete: true, Token);
        Assert.Empty(fixture.Plan.Fetches);
        // Where MLSD works, the first folder of a site is listed twice, and so is an empty one without its own line.
        Assert.Equal(kind == ServerKind.Vsftpd ? 6 : kind is ServerKind.Proftpd or ServerKind.PureFtpd ? 7 : 8, fixture.Asked.Count);
        Assert.All(fixture.Asked, command => Assert.True(command.Split(' ')[0] is "MLSD" or "LIST", command));

        await PutAsync(server, "sub folder/new.txt", 10, 1, GetChecks.Modified, Token);
        await PutAsync(server, Names[0], 2000, 1, GetChecks.Modified, Token);
        await PutAsync(server, Names[1], 1001, 99, GetChecks.Modified.AddDays(1), Token);
        File.Delete(Path.Combine(server.Root, "pub", Names[4]));
        Directory.Delete(Path.Combine(server.Root, "pub/sub folder/deep"), recursive: true);
        await fixture.SucceedAsync("pub", delete: true, Token);
        string[] changed = followsLink ? ["link", Names[0], "sub folder/new.txt", Names[1]] : [Names[0], "sub folder/new.txt", Names[1]];
        Assert.Equal(changed, fixture.Plan.Fetches.Select(fetch => fetch.Path));
        Assert.Equal(["sub folder/[x]*", "sub folder/deep"], fixture.Result.Deleted.Select(extra => extra.Path));
        AssertIsLikeServer(server, fixture, followsLink);
    }

    /// <summary>Names with a point that the server does not list stay here, and what else is gone goes.</summary>
    [ServerTheory]
    [Vsftpd(false), Proftpd(true), PureFtpd(true), Pyftpdlib(true)]
    public async Task Names_with_a_point_are_deleted_only_where_they_would_be_listed(ServerKind kind, bool listsThem)
    {
        await using var server = await kind.StartAsync(Token);
        await PutAsync(server, "there", 10, 1, GetChecks.Modified, Token);
        await PutAsync(server, ".hidden", 10, 1, GetChecks.Modified, Token);
        using var fixture = new MirrorFixture(server);
        Directory.CreateDirectory(fixture.Root);
        foreach (var name in (string[])[".mine", "gone"]) await File.WriteAllTextAsync(fixture.Local(name), name, Token);
        await fixture.SucceedAsync("pub", delete: true, Token);
        Assert.Equal(listsThem ? [".hidden", "there"] : [".mine", "there"], fixture.Here);
    }

    /// <summary>A server that lists ten thousand names and no more deletes none of the others, and the run says what is wrong.</summary>
    [ServerTheory]
    [PureFtpd]
    public async Task A_listing_that_ends_at_ten_thousand_deletes_nothing(ServerKind kind)
    {
        await using var server = await kind.StartAsync(Token);
        using var fixture = new MirrorFixture(server);
        Directory.CreateDirectory(fixture.Root);
        Directory.CreateDirectory(Path.Combine(server.Root, "pub"));
        for (var i = 0; i < Many; i++)
        {
            foreach (var root in (string[])[Path.Combine(server.Root, "pub"), fixture.Root])
            {
                var path = Path.Combine(root, $"file-{i:00000}.dat");
                await File.Create(path).DisposeAsync();
                File.SetLastWriteTimeUtc(path, GetChecks.Modified);
            }
        }
        await fixture.RunAsync("pub", delete: true, Token);
        Assert.False(fixture.Result.Succeeded);
        Assert.Contains("truncated", fixture.Result.Problems[0].Message);
        Assert.Empty(fixture.Plan.Fetches);
        Assert.Empty(fixture.Plan.Extras);
        Assert.StartsWith("Nothing was deleted", fixture.Result.WhyNotDeleted);
        Assert.Equal(Many, fixture.Here.Count);
    }

    /// <summary>Puts a file into the mirrored folder of the server.</summary>
    private static async Task PutAsync(FtpServerProcess server, string name, long length, int seed, DateTime modified, CancellationToken cancellationToken)
    {
        await server.PutAsync("pub/" + name, length, seed, cancellationToken);
        File.SetLastWriteTimeUtc(Path.Combine(server.Root, "pub", name), modified);
    }

    private static void AssertIsLikeServer(FtpServerProcess server, MirrorFixture fixture, bool followsLink)
    {
        var there = Path.Combine(server.Root, "pub");
        var names = MirrorFixture.Names(there).Where(name => followsLink || name != "link").ToList();
        // "%41" is what an escape looks like, so its percent sign is one.
        Assert.Equal(names.Select(name => name.Replace("%41", "%2541", StringComparison.Ordinal)).Order(StringComparer.Ordinal), fixture.Here);
        foreach (var name in names.Where(name => File.Exists(Path.Combine(there, name))))
        {
            var local = fixture.Local(name.Replace("%41", "%2541", StringComparison.Ordinal));
            Assert.Equal(File.ReadAllBytes(Path.Combine(there, name)), File.ReadAllBytes(local));
        }
    }
}
