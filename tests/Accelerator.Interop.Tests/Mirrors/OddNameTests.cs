namespace Accelerator.Interop.Tests.Mirrors;

/// <summary>Files whose names mean something to a listing, a URL, a shell, Windows or a charset, with every server, by MLSD and by LIST.</summary>
public sealed class OddNameTests : RealTests
{
    private static readonly string[] Odd =
    [
        "in side  two", "behind ", "point.", "semi;colon=x; y", "quote'\"s", "100%20", "#hash&~", "q?mark", "[x]", "*", "-rf", "한글.txt", new('n', 255),
        "caf\u00E9", "cafe\u0301", "CON", "a:b", "Case", "case", "back\\slash", "..hidden", "a -> b", "05-11-26",
    ];

    // LIST leaves open what these are called: a leading blank may be padding, and after a year a time may be the file's.
    private static readonly string[] Open = [" before", "  both ", "12:30 x", "plain"];

    private static readonly string[] Feeds = ["line\nfeed", "beside", "beside\nfeed"];

    /// <summary>
    /// Every file comes under its own name with its own bytes. What the server does not list or does not send under the name that it lists is lost, with
    /// exit code 12 where it is listed, and a copy of it that is here is not deleted.
    /// </summary>
    /// <param name="isMlsd">Whether it offers MLSD.</param>
    /// <param name="lost">What does not come from it.</param>
    [ServerTheory]
    [Vsftpd(false, "odd/..hidden")]
    [Proftpd(true, "")]
    [Proftpd(false, "odd/..hidden")]
    [PureFtpd(true, "odd/back\\slash")]
    [PureFtpd(false, "odd/..hidden odd/back\\slash")]
    [Pyftpdlib(true, "odd/cp949")]
    [Pyftpdlib(false, "odd/cp949")]
    public async Task No_odd_name_is_lost_mixed_up_or_deleted(ServerKind kind, bool isMlsd, string lost)
    {
        await using var server = await kind.StartAsync(Token);
        var files = await PrepareAsync(server);
        await using var list = isMlsd ? null : new WithoutFacts(server.Port);
        try
        {
            await CheckAsync(server, list?.Port ?? server.Port, files, lost.Split(' ', StringSplitOptions.RemoveEmptyEntries));
        }
        finally
        {
            // .NET cannot name the one in CP949, so the server's folder could not be deleted with it.
            await ProgramChecks.ShellAsync(server.Root, "rm -rf pub/odd", Token);
        }
    }

    private async Task CheckAsync(FtpServerProcess server, int port, Dictionary<string, string> files, string[] lost)
    {
        (string Here, string Get, string Odd) folders = (Folder.File("mirror"), Folder.File("get"), Folder.File("mirror/odd"));
        var mirror = await RunAsync(server, "mirror", Url(server, port, "pub"), folders.Here);
        AssertHere(files, lost, folders.Here, mirror.Expect(12));

        var listing = await RunAsync(server, "ls", "-R", "--json", Url(server, port, "pub"));
        var urls = FtpxProgram.Lines(listing, "entry").Where(entry => entry.GetProperty("kind").GetString() == "file").Select(entry => entry.GetProperty("url").GetString()!);
        Directory.CreateDirectory(folders.Get);
        AssertHere(files, lost, folders.Get, await RunAsync(server, ["get", "-o", folders.Get + "/", .. urls.Distinct()]));

        foreach (var path in lost) await File.WriteAllTextAsync(Path.Combine(folders.Here, "odd", files[path].Split('|')[0]), path, Token);
        await File.WriteAllTextAsync(Path.Combine(folders.Odd, "gone"), "gone", Token);
        var delete = await RunAsync(server, "mirror", Url(server, port, "pub/odd"), folders.Odd, "--delete", "--yes");
        // A file that is listed and not sent: the run is not complete and deletes nothing.
        var deletes = lost.All(path => path == "odd/..hidden");
        delete.Expect(deletes ? 0 : 12);
        Assert.Equal(!deletes, File.Exists(Path.Combine(folders.Odd, "gone")));
        AssertHere(files.Where(pair => pair.Key.StartsWith("odd/", StringComparison.Ordinal)).ToDictionary(), [], folders.Odd, delete);
    }

    // A file's text is its path on the server, so what came under a name shows whose bytes it has.
    private static void AssertHere(Dictionary<string, string> files, string[] lost, string root, ProgramEnd end)
    {
        var said = $"{end.ExitCode}\n{end.Output}\n{end.Error}";
        var here = Directory.GetFiles(root, "*", SearchOption.AllDirectories).Where(path => !Path.GetFileName(path).StartsWith(".ftpx-mirror", StringComparison.Ordinal))
            .Where(path => Path.GetFileName(path) != "gone").ToDictionary(path => File.ReadAllText(path), path => Path.GetFileName(path));
        foreach (var (path, name) in here) Assert.True(files.GetValueOrDefault(path)?.Split('|').Contains(name), $"\"{path}\" came as \"{name}\".\n{said}");
        var missing = files.Keys.Where(path => !path.Contains('\n')).Except(here.Keys).Order(StringComparer.Ordinal).ToList();
        Assert.True(missing.SequenceEqual(lost), $"Lost: {string.Join(", ", missing)}\n{said}");
    }

    private async Task<Dictionary<string, string>> PrepareAsync(FtpServerProcess server)
    {
        var files = new Dictionary<string, string>();
        foreach (var path in (string[])[.. Odd.Select(name => $"odd/{name}"), .. Open.Select(name => $"open/{name}"), .. Feeds.Select(name => $"feed/{name}"), "odd/cp949"])
        {
            var file = Path.Combine(server.Root, "pub", path);
            Directory.CreateDirectory(Path.GetDirectoryName(file)!);
            await File.WriteAllTextAsync(file, path, Token);
            File.SetLastWriteTimeUtc(file, GetChecks.Modified);
            files[path] = Path.GetFileName(file);
        }
        files["odd/100%20"] = "100%2520";
        // By a mirror as it reads, by its address as its bytes.
        files["odd/cp949"] = "한글.bin|%C7ѱ%DB.bin";
        await ProgramChecks.ShellAsync(server.Root, @"mv pub/odd/cp949 pub/odd/$'\xc7\xd1\xb1\xdb.bin'", Token);
        return files;
    }

    private static string Url(FtpServerProcess server, int port, string path) => FtpxProgram.UrlOf(server, path).Replace($":{server.Port}/", $":{port}/", StringComparison.Ordinal);

    private Task<ProgramEnd> RunAsync(FtpServerProcess server, params IEnumerable<string> words) =>
        FtpxProgram.Native.RunAsync(Folder.Path, server is VsftpdServer ? null : server.Password, words, Token);
}
