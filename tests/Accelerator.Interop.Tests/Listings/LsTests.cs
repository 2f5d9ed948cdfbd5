namespace Accelerator.Interop.Tests.Listings;

/// <summary><c>ftpx ls</c>, and <c>ftpx get</c> with patterns, with every server.</summary>
public sealed class LsTests : RealTests
{
    private static readonly string[] Files =
        ["pass/20261119/a_1.nc", "pass/20261119/a_2.nc", "pass/20261120/b_1.nc", "pass/20261120/readme", "pass/한글 폴더/c_1.nc"];

    private static readonly string[] OddNames = ["two words.txt", " leading blank", "한글 이름.txt", "semi;colon=x; y", "a -> b", "-rf", "[x]*", "what?", "#%&'~$"];

    /// <summary>The tree, folder by folder; what patterns meet; and a name that is neither.</summary>
    [ServerTheory]
    [Vsftpd, Proftpd, PureFtpd, Pyftpdlib]
    public async Task The_program_lists_a_tree_and_fetches_what_patterns_match(ServerKind kind)
    {
        await using var server = await kind.StartAsync(Token);
        var hashes = new Dictionary<string, string>();
        foreach (var file in Files) hashes[file] = await server.PutAsync(file, 1000 + hashes.Count, hashes.Count, Token);

        var tree = (await RunAsync(server, Folder, ["ls", "-lR", FtpxProgram.UrlOf(server, "pass")], Token)).ExpectQuiet();
        var blocks = tree.Output.TrimEnd('\n').Split("\n\n").Select(block => block.Split('\n')).ToDictionary(lines => lines[0], lines => lines[1..]);
        Assert.Equal(["pass/20261119:", "pass/20261120:", "pass/한글 폴더:", "pass:"], blocks.Keys.Order(StringComparer.Ordinal));
        Assert.Equal(["20261119/", "20261120/", "한글 폴더/"], blocks["pass:"].Select(NameOf).Order(StringComparer.Ordinal));
        Assert.Equal(["a_1.nc", "a_2.nc"], blocks["pass/20261119:"].Select(NameOf).Order(StringComparer.Ordinal));
        Assert.Contains(blocks["pass/20261120:"], line => line.Contains(" 1003 ") && line.EndsWith("  readme", StringComparison.Ordinal));

        string[] patterns = [FtpxProgram.UrlOf(server, "pass/") + "*/?_1.nc", FtpxProgram.UrlOf(server, "pass/none") + "*"];
        var get = (await RunAsync(server, Folder, ["get", .. patterns], Token)).Expect(12);
        Assert.Contains("No file matches ", get.Error);
        string[] matched = ["a_1.nc", "b_1.nc", "c_1.nc"];
        Assert.Equal(matched, Directory.GetFiles(Folder.Path).Select(Path.GetFileName).Order(StringComparer.Ordinal));
        foreach (var file in Files.Where(file => file.EndsWith("_1.nc", StringComparison.Ordinal)))
            Assert.Equal(hashes[file], await RandomFile.HashAsync(Folder.File(Path.GetFileName(file)), Token));

        var one = await RunAsync(server, Folder, ["ls", FtpxProgram.UrlOf(server, "pass/20261120/readme")], Token);
        Assert.Equal((0, "readme\n", ""), (one.ExitCode, one.Output, one.Error));
        var none = await RunAsync(server, Folder, ["ls", FtpxProgram.UrlOf(server, "pass/none")], Token);
        Assert.Equal((3, ""), (none.ExitCode, none.Output));
    }

    /// <summary>Every name that JSON tells of, whatever its bytes, is fetched by the address that it gives.</summary>
    [ServerTheory]
    [Vsftpd, Proftpd, PureFtpd, Pyftpdlib]
    public async Task The_program_fetches_by_the_addresses_that_it_lists(ServerKind kind)
    {
        await using var server = await kind.StartAsync(Token);
        // pyftpdlib 1.5 puts question marks into a name that is not UTF-8.
        var keepsBytes = kind != ServerKind.Pyftpdlib;
        var lengths = OddNames.ToDictionary(name => name, Encoding.UTF8.GetByteCount);
        foreach (var (name, length) in lengths) await server.PutAsync("odd/" + name, length, length, Token);
        if (keepsBytes)
        {
            await server.PutAsync("odd/12345678", 8, 8, Token);
            await ProgramChecks.ShellAsync(server.Root, @"mv odd/12345678 odd/$'\xc7\xd1\xb1\xdb.bin'", Token);
            // Two of its bytes are a character of UTF-8 by chance.
            lengths["%C7ѱ%DB.bin"] = 8;
        }
        try
        {
            using var folder = new TempFolder();
            // By LIST a name with a blank in front is in doubt.
            var isComplete = kind != ServerKind.Vsftpd;
            var list = (await RunAsync(server, folder, ["ls", "--json", FtpxProgram.UrlOf(server, "odd")], Token)).Expect(isComplete ? 0 : 12);
            Assert.Equal(isComplete, Assert.Single(FtpxProgram.Lines(list, "listing")).GetProperty("complete").GetBoolean());
            var entries = FtpxProgram.Lines(list, "entry");
            Assert.Equal(lengths.Count, entries.Count);

            var get = (await RunAsync(server, folder, ["get", "--quiet", .. entries.Select(Url)], Token)).Expect();
            Assert.Equal(
                lengths.Select(pair => $"{pair.Key} {pair.Value}").Order(StringComparer.Ordinal),
                new DirectoryInfo(folder.Path).GetFiles().Select(file => $"{file.Name} {file.Length}").Order(StringComparer.Ordinal));

            // The same names, found by patterns: one in CP949 is called as it reads.
            using var again = new TempFolder();
            (await RunAsync(server, again, ["get", "--quiet", FtpxProgram.UrlOf(server, "odd/") + "*"], Token)).Expect(isComplete ? 0 : 12);
            Assert.Equal(lengths.Count, Directory.GetFiles(again.Path).Length);
            if (keepsBytes) Assert.Equal(8, new FileInfo(again.File("한글.bin")).Length);
        }
        finally
        {
            // .NET cannot name the one in CP949, so the server's folder could not be deleted with it.
            if (keepsBytes) await ProgramChecks.ShellAsync(server.Root, "rm -f odd/*.bin", Token);
        }
    }

    private static string Url(JsonElement entry) => entry.GetProperty("url").GetString()!;

    // Behind the time: two blanks stand in no name of this tree.
    private static string NameOf(string line) => line[(line.LastIndexOf("  ", StringComparison.Ordinal) + 2)..];

    private static Task<ProgramEnd> RunAsync(FtpServerProcess server, TempFolder folder, IEnumerable<string> words, CancellationToken cancellationToken) =>
        FtpxProgram.Native.RunAsync(folder.Path, server is VsftpdServer ? null : server.Password, words, cancellationToken);
}
