using Accelerator.Interop.Tests.Servers;

namespace Accelerator.Interop.Tests.Mirrors;

/// <summary>What a mirror must do with every server; each server's tests call it with that server.</summary>
internal static class MirrorProof
{
    private const int Many = 10_050;

    private static readonly DateTime Modified = new(2021, 3, 4, 5, 6, 7, DateTimeKind.Utc);

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
        using var bench = new MirrorBench(server);

        await bench.SucceedAsync("pub", delete: true, cancellationToken);
        AssertIsLikeServer(server, bench, followsLink);
        Assert.Equal(Names.Length + (followsLink ? 1 : 0), bench.Plan.NewFiles);

        await bench.SucceedAsync("pub", delete: true, cancellationToken);
        Assert.Empty(bench.Plan.Fetches);
        Assert.Equal(6, bench.Asked.Count);
        Assert.All(bench.Asked, command => Assert.True(command.Split(' ')[0] is "MLSD" or "LIST", command));

        await PutAsync(server, "sub folder/new.txt", 10, 1, Modified, cancellationToken);
        await PutAsync(server, Names[0], 2000, 1, Modified, cancellationToken);
        await PutAsync(server, Names[1], 1001, 99, Modified.AddDays(1), cancellationToken);
        File.Delete(Path.Combine(server.Root, "pub", Names[4]));
        Directory.Delete(Path.Combine(server.Root, "pub/sub folder/deep"), recursive: true);
        await bench.SucceedAsync("pub", delete: true, cancellationToken);
        string[] changed = followsLink ? ["link", Names[0], "sub folder/new.txt", Names[1]] : [Names[0], "sub folder/new.txt", Names[1]];
        Assert.Equal(changed, bench.Plan.Fetches.Select(fetch => fetch.Path));
        Assert.Equal(["sub folder/[x]*", "sub folder/deep"], bench.Result.Deleted.Select(extra => extra.Path));
        AssertIsLikeServer(server, bench, followsLink);
    }

    /// <summary>Names with a point that the server does not list stay here, and what else is gone goes.</summary>
    public static async Task KeepsHiddenNamesAsync(FtpServerProcess server, bool listsThem, CancellationToken cancellationToken)
    {
        await PutAsync(server, "there", 10, 1, Modified, cancellationToken);
        await PutAsync(server, ".hidden", 10, 1, Modified, cancellationToken);
        using var bench = new MirrorBench(server);
        Directory.CreateDirectory(bench.Root);
        foreach (var name in (string[])[".mine", "gone"]) await File.WriteAllTextAsync(bench.Local(name), name, cancellationToken);
        await bench.SucceedAsync("pub", delete: true, cancellationToken);
        Assert.Equal(listsThem ? [".hidden", "there"] : [".mine", "there"], bench.Here);
    }

    /// <summary>A server that lists ten thousand names and no more deletes none of the others, and the run says what is wrong.</summary>
    public static async Task NeverTrustsACutListingAsync(FtpServerProcess server, CancellationToken cancellationToken)
    {
        using var bench = new MirrorBench(server);
        Directory.CreateDirectory(bench.Root);
        Directory.CreateDirectory(Path.Combine(server.Root, "pub"));
        for (var i = 0; i < Many; i++)
        {
            foreach (var root in (string[])[Path.Combine(server.Root, "pub"), bench.Root])
            {
                var path = Path.Combine(root, $"file-{i:00000}.dat");
                await File.Create(path).DisposeAsync();
                File.SetLastWriteTimeUtc(path, Modified);
            }
        }
        await bench.RunAsync("pub", delete: true, cancellationToken);
        Assert.False(bench.Result.Succeeded);
        Assert.Contains("truncated", bench.Result.Problems[0].Message);
        Assert.Empty(bench.Plan.Fetches);
        Assert.Empty(bench.Plan.Extras);
        Assert.StartsWith("Nothing was deleted", bench.Result.WhyNotDeleted);
        Assert.Equal(Many, bench.Here.Count);
    }

    private static async Task PutAsync(FtpServerProcess server, string name, long length, int seed, DateTime modified, CancellationToken cancellationToken)
    {
        await server.PutAsync("pub/" + name, length, seed, cancellationToken);
        File.SetLastWriteTimeUtc(Path.Combine(server.Root, "pub", name), modified);
    }

    private static void AssertIsLikeServer(FtpServerProcess server, MirrorBench bench, bool followsLink)
    {
        var there = Path.Combine(server.Root, "pub");
        var names = MirrorBench.Names(there).Where(name => followsLink || name != "link").ToList();
        // "%41" is what an escape looks like, so its percent sign is one.
        Assert.Equal(names.Select(name => name.Replace("%41", "%2541", StringComparison.Ordinal)).Order(StringComparer.Ordinal), bench.Here);
        foreach (var name in names.Where(name => File.Exists(Path.Combine(there, name))))
            Assert.Equal(File.ReadAllBytes(Path.Combine(there, name)), File.ReadAllBytes(bench.Local(name.Replace("%41", "%2541", StringComparison.Ordinal))));
    }
}
