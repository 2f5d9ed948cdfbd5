namespace Accelerator.Interop.Tests.Mirrors;

/// <summary>What a mirror must do with every server, whichever tests start the server.</summary>
internal static class MirrorChecks
{
    /// <summary>The time stamp of files on the server.</summary>
    public static readonly DateTime Modified = new(2021, 3, 4, 5, 6, 7, DateTimeKind.Utc);

    private static readonly string[] Names =
        ["plain.txt", "two words.txt", "sub folder/한글 이름.txt", "sub folder/deep/er/a -> b", "sub folder/[x]*", "sub folder/100%41.txt", "-rf/--all"];

    /// <summary>
    /// A tree with odd names, an empty folder and a link comes here byte for byte; the second run asks for nothing but the listings; then what is new,
    /// longer, changed at the same length, and gone is found.
    /// </summary>
    /// <param name="server">The server.</param>
    /// <param name="followsLink">Whether it tells where a link leads, or shows it as what it leads to.</param>
    /// <param name="cancellationToken">Stops it.</param>
    public static async Task FollowsATreeAsync(FtpServerProcess server, bool followsLink, CancellationToken cancellationToken)
    {
        for (var i = 0; i < Names.Length; i++) await PutAsync(server, Names[i], 1000 + i, i, Modified, cancellationToken);
        Directory.CreateDirectory(Path.Combine(server.Root, "pub/empty"));
        File.CreateSymbolicLink(Path.Combine(server.Root, "pub/link"), "plain.txt");
        using var fixture = new MirrorFixture(server);

        await fixture.SucceedAsync("pub", delete: true, cancellationToken);
        AssertIsLikeServer(server, fixture, followsLink);
        Assert.Equal(Names.Length + (followsLink ? 1 : 0), fixture.Plan.NewFiles);

        await fixture.SucceedAsync("pub", delete: true, cancellationToken);
        Assert.Empty(fixture.Plan.Fetches);
        Assert.Equal(6, fixture.Asked.Count);
        Assert.All(fixture.Asked, command => Assert.True(command.Split(' ')[0] is "MLSD" or "LIST", command));

        await PutAsync(server, "sub folder/new.txt", 10, 1, Modified, cancellationToken);
        await PutAsync(server, Names[0], 2000, 1, Modified, cancellationToken);
        await PutAsync(server, Names[1], 1001, 99, Modified.AddDays(1), cancellationToken);
        File.Delete(Path.Combine(server.Root, "pub", Names[4]));
        Directory.Delete(Path.Combine(server.Root, "pub/sub folder/deep"), recursive: true);
        await fixture.SucceedAsync("pub", delete: true, cancellationToken);
        string[] changed = followsLink ? ["link", Names[0], "sub folder/new.txt", Names[1]] : [Names[0], "sub folder/new.txt", Names[1]];
        Assert.Equal(changed, fixture.Plan.Fetches.Select(fetch => fetch.Path));
        Assert.Equal(["sub folder/[x]*", "sub folder/deep"], fixture.Result.Deleted.Select(extra => extra.Path));
        AssertIsLikeServer(server, fixture, followsLink);
    }

    /// <summary>Puts a file into the mirrored folder of the server.</summary>
    public static async Task PutAsync(FtpServerProcess server, string name, long length, int seed, DateTime modified, CancellationToken cancellationToken)
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
