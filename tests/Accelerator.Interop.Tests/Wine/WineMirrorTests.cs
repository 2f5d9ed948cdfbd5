using Accelerator.Interop.Tests.Mirrors;

namespace Accelerator.Interop.Tests.Wine;

/// <summary>Mirrors by the executable that is shipped for Windows: its names, its times, its lock, and what it must not delete.</summary>
public sealed partial class WineMirrorTests(WineFixture wine) : RealTests, IClassFixture<WineFixture>
{
    private const int SmallFiles = 200;
    private const int Folders = 6;
    private const long Big = 20 << 20;

    // LIST tells no more than the day of so old a file.
    private static readonly DateTime Changed = GetChecks.Modified.AddDays(1);

    // The names on the server, and the names on Windows.
    private static readonly (string Remote, string Local)[] OddNames =
    [
        ("한글 폴더/위성 자료.nc", "한글 폴더/위성 자료.nc"), ("odd/a:b.nc", "odd/a%3Ab.nc"), ("odd/CON", "odd/%43ON"), ("odd/nul.txt", "odd/%6Eul.txt"), ("odd/x.", "odd/x%2E"),
        ("odd/x", "odd/x"), ("odd/A.bin", "odd/%41.bin"), ("odd/a.bin", "odd/a.bin"), ("odd/what?*", "odd/what%3F%2A"), ("odd/dir./in it", "odd/dir%2E/in it"),
    ];

    [ServerTheory("vsftpd", "proftpd", "wine")]
    [InlineData("LIST")]
    [InlineData("MLSD")]
    public async Task A_tree_is_mirrored_completely_and_then_only_its_changes(string form)
    {
        await using FtpServerProcess server = form == "LIST"
            ? await VsftpdServer.StartAsync(new ServerOptions(), Token)
            : await ProftpdServer.StartAsync(new ServerOptions(), Token);
        var hashes = await ServeTreeAsync(server, Token);

        var end = (await MirrorAsync(server, Folder, [], Token)).Expect();
        await AssertIsHereAsync(Folder, hashes, Token);

        end = await MirrorAsync(server, Folder, [], Token);
        Assert.Equal((0, $"Up to date: {hashes.Count} files in {Folders} folders."), (end.ExitCode, end.Output.TrimEnd()));
        // The first folder is also listed from within, to compare it with MLSD of its path.
        Assert.Equal(Enumerable.Repeat(form, form == "MLSD" ? Folders + 1 : Folders), Asked(Folder));

        hashes["odd/a%3Ab.nc"] = await PutAsync(server, "odd/a:b.nc", 1001, 77, Changed, Token);
        end = (await MirrorAsync(server, Folder, ["--json"], Token)).Expect();
        Assert.Equal(@"archive\odd\a%3Ab.nc", Assert.Single(FtpxProgram.Lines(end, "result")).GetProperty("target").GetString()![^20..]);
        await AssertIsHereAsync(Folder, hashes, Token, "odd/a%3Ab.nc");
    }

    [ServerFact("vsftpd", "wine")]
    public async Task A_second_mirror_is_refused_and_a_killed_one_is_continued()
    {
        // So slow that the first mirror needs more than a minute: on a busy machine Wine takes half of one to start the second.
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { BytesPerSecond = 64 << 10 }, Token);
        var hashes = await ServeTreeAsync(server, Token);
        await using (var first = wine.Shipped.Start(Folder.Path, null, "mirror", "--streams", "4", "--order", "smallest", FtpxProgram.UrlOf(server, "pub"), "archive"))
        {
            var target = Path.Combine(Folder.File("archive"), "pass", "big.bin");
            await DeliveryFixture.UntilInTheMiddleAsync(target, Token);
            var second = await MirrorAsync(server, Folder, [], Token);
            Assert.Equal((2, ""), (second.ExitCode, second.Output));
            Assert.Matches(@"^ftpx: error: T:\\.*\\archive is being mirrored by process \d+ of \S+@\S+ since \d{4}-\d\d-\d\d \d\d:\d\d; two runs in one folder would undo each other's work\. ", second.Error);

            Assert.False(first.HasExited);
            await first.KillAsync(wholeTree: false);
            Assert.True(File.Exists(target + ".part"));
        }
        await WineSession.UntilClosedAsync(Folder.File("archive"), Token);
        await server.RestartAsync(() => Task.CompletedTask, new ServerOptions(), Token);
        var end = (await MirrorAsync(server, Folder, ["--json"], Token)).Expect();
        await AssertIsHereAsync(Folder, hashes, Token);
        var fetched = Assert.Single(FtpxProgram.Lines(end, "result"), line => line.GetProperty("size").GetInt64() == Big);
        Assert.InRange(fetched.GetProperty("bytes_reused").GetInt64(), 1, Big - 1);
    }

    [ServerFact("proftpd", "wine")]
    public async Task Only_files_gone_from_the_server_are_deleted()
    {
        await using var server = await ProftpdServer.StartAsync(new ServerOptions(), Token);
        foreach (var name in (string[])["a", "sub/b", "con/c"]) await PutAsync(server, name, 1000, 1, GetChecks.Modified, Token);
        Assert.Equal(0, (await MirrorAsync(server, Folder, [], Token)).ExitCode);

        var root = Folder.File("archive");
        Directory.CreateDirectory(Folder.File("outside"));
        await File.WriteAllTextAsync(Folder.File("outside/precious"), "precious", Token);
        foreach (var name in (string[])["gone", "old/gone", "old/deep/gone", "sub/gone"]) await PutLocallyAsync(Folder, name, 10, Token);
        Directory.CreateSymbolicLink(Path.Combine(root, "sub/junction"), Folder.File("outside"));

        var end = await MirrorAsync(server, Folder, ["--delete", "--max-delete", "100%", "--yes"], Token);
        // Wine asks what a junction leads to whether that is empty; Windows deletes the junction itself.
        Assert.Equal(12, end.ExitCode);
        Assert.Contains(@"\archive\sub\junction' failed: ", end.Error);
        Assert.Equal("precious", await File.ReadAllTextAsync(Folder.File("outside/precious"), Token));
        Assert.Equal(["%63on", "%63on/c", "a", "sub", "sub/b", "sub/junction"], MirrorFixture.Names(root).Except(["sub/junction/precious"]));
    }

    // As Samba, WSL and Cygwin make them. To Windows' calls "sub." is sub, and "a " is a.
    [ServerFact("proftpd", "wine")]
    public async Task A_local_name_that_Windows_would_take_for_another_deletes_nothing_in_its_place()
    {
        await using var server = await ProftpdServer.StartAsync(new ServerOptions(), Token);
        foreach (var name in (string[])["a", "sub/b"]) await PutAsync(server, name, 1000, 1, GetChecks.Modified, Token);
        Assert.Equal(0, (await MirrorAsync(server, Folder, [], Token)).ExitCode);
        foreach (var name in (string[])["sub./other", "a "]) await PutLocallyAsync(Folder, name, 1000, Token);

        var end = await MirrorAsync(server, Folder, ["--delete", "--max-delete", "100%", "--yes"], Token);
        Assert.Equal(["a", "a ", "sub", "sub.", "sub./other", "sub/b"], MirrorFixture.Names(Folder.File("archive")));
        Assert.Equal(0, end.ExitCode);
        Assert.Contains("2 names are left out: the name is not valid in a local path, so it is not deleted; ", end.Error);
    }

    // Behind the prefix Windows takes a slash for a part of a name.
    [ServerFact("vsftpd", "wine")]
    public async Task A_target_written_with_the_prefix_of_long_paths_is_as_good_as_any()
    {
        await using var server = await VsftpdServer.StartAsync(new ServerOptions(), Token);
        await PutAsync(server, "sub/deep/a", 1000, 1, GetChecks.Modified, Token);
        Directory.CreateDirectory(Folder.File("archive/sub/deep"));
        await PutLocallyAsync(Folder, "sub/deep/gone", 10, Token);

        string[] words = ["mirror", "--delete", "--max-delete", "100%", "--yes", FtpxProgram.UrlOf(server, "pub"), @"\\?\" + WineSession.PathOf(Folder.File("archive"))];
        (await wine.Shipped.RunAsync(Folder.Path, null, words, Token)).Expect();
        Assert.Equal(["sub", "sub/deep", "sub/deep/a"], MirrorFixture.Names(Folder.File("archive")));
    }

    private static Task PutLocallyAsync(TempFolder folder, string name, int length, CancellationToken cancellationToken)
    {
        var path = Path.Combine(folder.File("archive"), name);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        return File.WriteAllBytesAsync(path, new byte[length], cancellationToken);
    }

    private static async Task<Dictionary<string, string>> ServeTreeAsync(FtpServerProcess server, CancellationToken cancellationToken)
    {
        var hashes = new Dictionary<string, string> { ["pass/big.bin"] = await PutAsync(server, "pass/big.bin", Big, 1, GetChecks.Modified, cancellationToken) };
        for (var i = 0; i < SmallFiles; i++) hashes[$"pass/{i}.nc"] = await PutAsync(server, $"pass/{i}.nc", 2000 + i, i, GetChecks.Modified, cancellationToken);
        for (var i = 0; i < OddNames.Length; i++) hashes[OddNames[i].Local] = await PutAsync(server, OddNames[i].Remote, 1000 + i, i, GetChecks.Modified, cancellationToken);
        Directory.CreateDirectory(Path.Combine(server.Root, "pub/empty"));
        return hashes;
    }

    private static async Task<string> PutAsync(FtpServerProcess server, string name, long length, int seed, DateTime modified, CancellationToken cancellationToken)
    {
        var hash = await server.PutAsync("pub/" + name, length, seed, cancellationToken);
        File.SetLastWriteTimeUtc(Path.Combine(server.Root, "pub", name), modified);
        return hash;
    }

    private static async Task AssertIsHereAsync(TempFolder folder, Dictionary<string, string> hashes, CancellationToken cancellationToken, string? later = null)
    {
        var root = folder.File("archive");
        string[] folders = ["empty", "odd", "odd/dir%2E", "pass", "한글 폴더"];
        Assert.Equal(hashes.Keys.Concat(folders).Order(StringComparer.Ordinal), MirrorFixture.Names(root));
        foreach (var (name, hash) in hashes)
        {
            Assert.Equal(hash, await RandomFile.HashAsync(Path.Combine(root, name), cancellationToken));
            Assert.Equal(name == later ? Changed : GetChecks.Modified, File.GetLastWriteTimeUtc(Path.Combine(root, name)));
        }
    }

    // The commands of the last run, without the connection set-up and the commands for data connections.
    private static IReadOnlyList<string> Asked(TempFolder folder) => [.. Question().Matches(File.ReadAllText(folder.File("trace"))).Select(match => match.Groups[1].Value)];

    private Task<ProgramEnd> MirrorAsync(FtpServerProcess server, TempFolder folder, IEnumerable<string> words, CancellationToken cancellationToken) =>
        wine.Shipped.RunAsync(folder.Path, PasswordOf(server), ["mirror", "--trace", "trace", .. words, FtpxProgram.UrlOf(server, "pub"), "archive"], cancellationToken);

    private static string? PasswordOf(FtpServerProcess server) => server is VsftpdServer ? null : server.Password;

    [GeneratedRegex(" > (MLSD|LIST|NLST|MDTM|SIZE|RETR|HASH)\\b")]
    private static partial Regex Question();
}
