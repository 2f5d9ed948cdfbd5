namespace Accelerator.Interop.Tests.Gets;

/// <summary>Checks of the real executable with every server: exit code, standard output, standard error, files.</summary>
internal sealed class ProgramChecks(FtpxProgram program)
{
    // They mean something to a URL, to a shell, to a terminal or to FTP, and nothing to a file system.
    private static readonly string[] OddNames =
        ["with blanks  in it", "naïve Übergröße 中文 😀", "한글 파일.bin", "100%25.bin", "a;type=a", "q&x=1#y", "~tilde", "-leading", "quote's"];

    // Windows has no such file names.
    private static readonly string[] UnixNames = ["q?x=1#y", "~tilde*[star]", "quote'\"quote"];

    public static ProgramChecks Native { get; } = new(FtpxProgram.Native);

    public async Task SpeaksJsonAsync(FtpServerProcess server, CancellationToken cancellationToken)
    {
        var hash = await GetChecks.PutAsync(server, "folder/big.bin", GetChecks.Big, cancellationToken);
        using var folder = new TempFolder();
        var end = await program.GetAsync(server, folder, ["--streams", "8", "--json", FtpxProgram.UrlOf(server, "folder/big.bin")], cancellationToken);

        end.ExpectQuiet();
        Assert.Equal(hash, await RandomFile.HashAsync(folder.File("big.bin"), cancellationToken));
        Assert.Equal(["big.bin"], Names(folder));

        var plan = Assert.Single(FtpxProgram.Lines(end, "plan"));
        Assert.Equal(GetChecks.Big, plan.GetProperty("size").GetInt64());
        Assert.Equal(8, plan.GetProperty("ranges").GetArrayLength());
        Assert.NotEmpty(FtpxProgram.Lines(end, "progress"));

        var result = Assert.Single(FtpxProgram.Lines(end, "result"));
        Assert.True(result.GetProperty("ok").GetBoolean());
        Assert.Equal(program.PathOf(folder.File("big.bin")), result.GetProperty("target").GetString());
        Assert.Equal(GetChecks.Big, result.GetProperty("size").GetInt64());
        Assert.Equal(8, result.GetProperty("peak_streams").GetInt32());
    }

    public async Task SpeaksPlainlyAsync(FtpServerProcess server, CancellationToken cancellationToken)
    {
        await GetChecks.PutAsync(server, "big.bin", GetChecks.Big, cancellationToken);
        using var folder = new TempFolder();
        var end = await program.GetAsync(server, folder, ["--streams", "8", "--quiet", FtpxProgram.UrlOf(server, "big.bin")], cancellationToken);
        Assert.Equal(new ProgramEnd(0, "", ""), end);

        string[] words = ["--streams", "8", "--overwrite", FtpxProgram.UrlOf(server, "big.bin")];
        end = (await program.GetAsync(server, folder, words, cancellationToken)).Expect();
        Assert.StartsWith("big.bin: 64.0 MiB in ", Assert.Single(end.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries)));
        Assert.Contains(", 8 streams, ", end.Output);
        // One line at the first byte, one every five seconds and one at the end; whole lines, nothing drawn over.
        var lines = end.Error.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        var took = Regex.Match(lines[^1], @"^(\d+):(\d\d) ");
        Assert.True(took.Success, end.Error);
        var seconds = (int.Parse(took.Groups[1].Value, CultureInfo.InvariantCulture) * 60) + int.Parse(took.Groups[2].Value, CultureInfo.InvariantCulture);
        Assert.InRange(lines.Length, 2, 3 + (seconds / 5));
        // A line behind the file's end names no streams.
        Assert.All(lines, line => Assert.Matches(@"^\d+:\d\d [\d.]+ ([KM]i)?B of 64\.0 MiB \(\d+%\), (verifying$|[\d.]+ [KM]iB/s($|, \d streams?))", line));
        Assert.DoesNotContain(server.Password, end.Output + end.Error);
    }

    public async Task BringsOddNamesAsync(FtpServerProcess server, CancellationToken cancellationToken)
    {
        string[] names = program.IsWindows ? OddNames : [.. OddNames, .. UnixNames];
        var hashes = new Dictionary<string, string>();
        for (var i = 0; i < names.Length; i++) hashes[names[i]] = await GetChecks.PutAsync(server, "a folder/" + names[i], 1000 + i, cancellationToken);

        using var folder = new TempFolder();
        var end = await program.GetAsync(server, folder, names.Select(name => FtpxProgram.UrlOf(server, "a folder/" + name)), cancellationToken);

        Assert.True(end.ExitCode == 0, end.Error);
        Assert.Contains("ftpx: note: '100%25.bin' is stored as '100%2525.bin': the name could be mistaken for that of another file.", end.Error);
        Assert.Equal(names.Select(Local).Order(StringComparer.Ordinal), Names(folder));
        foreach (var (name, hash) in hashes) Assert.Equal(hash, await RandomFile.HashAsync(folder.File(Local(name)), cancellationToken));

        static string Local(string name) => name == "100%25.bin" ? "100%2525.bin" : name;
    }

    /// <summary>A name in Latin-1 on a server that says nothing of charsets: only its own bytes name it.</summary>
    public async Task BringsANameThatIsNotUtf8Async(FtpServerProcess server, CancellationToken cancellationToken)
    {
        var hash = await GetChecks.PutAsync(server, "plain", 1000, cancellationToken);
        await ShellAsync(server.Root, @"mv plain $'caf\xe9.bin'", cancellationToken);
        var url = FtpxProgram.UrlOf(server, [.. "caf"u8, 0xE9, .. ".bin"u8]);
        using var folder = new TempFolder();

        var end = (await program.GetAsync(server, folder, ["--output", "here", url], cancellationToken)).Expect();
        Assert.Equal(hash, await RandomFile.HashAsync(folder.File("here"), cancellationToken));

        end = (await program.GetAsync(server, folder, [url], cancellationToken)).Expect();
        Assert.Contains("is stored as 'caf%E9.bin': the name is not valid utf-8; set the server's charset with --charset", end.Error);

        (await program.GetAsync(server, folder, ["--charset", "latin1", url], cancellationToken)).Expect();
        Assert.Equal(["caf%E9.bin", "café.bin", "here"], Names(folder));

        // .NET cannot name it, so the server's folder could not be deleted with it.
        await ShellAsync(server.Root, "rm *.bin", cancellationToken);
    }

    /// <summary>Each failure has its exit code and one sentence on standard error; standard output stays empty.</summary>
    public async Task FailsWithASentenceAsync(FtpServerProcess server, CancellationToken cancellationToken)
    {
        await GetChecks.PutAsync(server, "here", 1000, cancellationToken);
        using var folder = new TempFolder();
        await AssertFailsAsync(3, "missing was not found: 550", [FtpxProgram.UrlOf(server, "missing")]);
        await AssertFailsAsync(3, "missing was not found: 550", ["--output", "nowhere/", FtpxProgram.UrlOf(server, "missing")]);
        Assert.Empty(Names(folder));

        await File.WriteAllTextAsync(folder.File("here"), "mine", cancellationToken);
        await AssertFailsAsync(2, "exists already", [FtpxProgram.UrlOf(server, "here")]);
        Assert.Equal("mine", await File.ReadAllTextAsync(folder.File("here"), cancellationToken));

        async Task AssertFailsAsync(int exitCode, string sentence, string[] words)
        {
            var end = await program.GetAsync(server, folder, words, cancellationToken);
            Assert.Equal((exitCode, ""), (end.ExitCode, end.Output));
            Assert.Contains(sentence, Assert.Single(end.Error.Split('\n', StringSplitOptions.RemoveEmptyEntries)), StringComparison.OrdinalIgnoreCase);
        }
    }

    /// <summary>Run until 0: what is complete is skipped, what differs is refused or replaced, and new folders are made.</summary>
    public async Task DownloadsAgainOnlyWhatDiffersAsync(FtpServerProcess server, CancellationToken cancellationToken)
    {
        var hash = await GetChecks.PutAsync(server, "pass/a.nc", 1000, cancellationToken);
        await GetChecks.PutAsync(server, "pass/b.nc", 2000, cancellationToken);
        using var folder = new TempFolder();
        var pattern = FtpxProgram.UrlOf(server, "pass/") + "*.nc";
        string[] words = ["--failed-list", "failed.txt", pattern, "new/deep/"];
        var end = (await program.GetAsync(server, folder, words, cancellationToken)).Expect();
        Assert.Contains("2 files, 2.93 KiB in ", end.Output);
        end = (await program.GetAsync(server, folder, words, cancellationToken)).Expect();
        Assert.EndsWith("; 2 skipped.", end.Output.Trim());

        var target = Path.Combine(folder.Path, "new", "deep", "a.nc");
        await File.WriteAllTextAsync(target, "mine", cancellationToken);
        end = (await program.GetAsync(server, folder, words, cancellationToken)).Expect(12);
        Assert.Contains("a.nc exists already and differs from the server's file: 4 bytes here, 1,000 there.", end.Error);
        var failed = FtpxProgram.UrlOf(server, "pass/a.nc").Replace("//anonymous@", "//", StringComparison.Ordinal);
        Assert.Equal($"{failed} a.nc\n", await File.ReadAllTextAsync(folder.File("failed.txt"), cancellationToken));

        string[] again = ["--input-file", "failed.txt", "-o", "new/deep", "--failed-list", "failed.txt"];
        (await program.GetAsync(server, folder, [.. again, "--skip-existing"], cancellationToken)).Expect();
        Assert.Equal("mine", await File.ReadAllTextAsync(target, cancellationToken));
        (await program.GetAsync(server, folder, ["--update", FtpxProgram.UrlOf(server, "pass/a.nc"), "new/deep"], cancellationToken)).Expect();
        Assert.Equal(hash, await RandomFile.HashAsync(target, cancellationToken));
        Assert.Equal("", await File.ReadAllTextAsync(folder.File("failed.txt"), cancellationToken));
    }

    public async Task TellsThatSomeOfSeveralFailedAsync(FtpServerProcess server, CancellationToken cancellationToken)
    {
        var hash = await GetChecks.PutAsync(server, "here", 1000, cancellationToken);
        using var folder = new TempFolder();
        string[] urls = [FtpxProgram.UrlOf(server, "missing"), FtpxProgram.UrlOf(server, "here")];
        var end = (await program.GetAsync(server, folder, urls, cancellationToken)).Expect(12);
        Assert.StartsWith("here: 1000 B in ", end.Output);
        Assert.Contains("missing was not found", end.Error);
        Assert.Equal(["here"], Names(folder));
        Assert.Equal(hash, await RandomFile.HashAsync(folder.File("here"), cancellationToken));
    }

    /// <summary>A dry run asks, and fetches and creates nothing.</summary>
    public async Task PlansWithoutFetchingAsync(FtpServerProcess server, CancellationToken cancellationToken)
    {
        await GetChecks.PutAsync(server, "big.bin", GetChecks.Big, cancellationToken);
        using var folder = new TempFolder();
        string[] words = ["--streams", "4", "--dry-run", FtpxProgram.UrlOf(server, "big.bin")];
        var end = (await program.GetAsync(server, folder, words, cancellationToken)).ExpectQuiet();
        Assert.Contains("67,108,864 bytes (64.0 MiB)", end.Output);
        Assert.Contains("2021-03-04 05:06:07 UTC", end.Output);
        Assert.Contains("[50331648, 67108864)", end.Output);
        Assert.Empty(Names(folder));
        Assert.Equal((1, 0), (server.CountCommands("USER"), server.CountCommands("RETR")));
    }

    public static async Task ShellAsync(string folder, string command, CancellationToken cancellationToken) =>
        (await ProgramRun.RunFileAsync("/bin/bash", folder, ["-c", command], cancellationToken)).Expect();

    private static IEnumerable<string> Names(TempFolder folder) =>
        Directory.EnumerateFileSystemEntries(folder.Path).Select(entry => Path.GetFileName(entry)).Order(StringComparer.Ordinal);
}
