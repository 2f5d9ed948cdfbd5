namespace Accelerator.Interop.Tests.Listings;

/// <summary><c>ftpx stat</c>, <c>du</c>, <c>find</c> and <c>diff</c>, with every server.</summary>
public sealed class QuestionTests : RealTests
{
    private static readonly string[] Files = ["pass/a_1.nc", "pass/20261120/b_1.nc", "pass/20261120/readme", "pass/한글 폴더/c_1.nc"];

    /// <summary>One server has MLST, another LIST alone: the answers are the same, but for the commands that gave them.</summary>
    [ServerTheory]
    [Vsftpd("SIZE"), Proftpd("MLST"), PureFtpd("MLST"), Pyftpdlib("MLST")]
    public async Task The_program_answers_questions_about_a_tree(ServerKind kind, string by)
    {
        await using var server = await kind.StartAsync(Token);
        for (var i = 0; i < Files.Length; i++) await server.PutAsync(Files[i], 1000 + i, i, Token);
        var url = FtpxProgram.UrlOf(server, "pass");

        var stat = FtpxProgram.Lines((await RunAsync(server, "stat", "--json", FtpxProgram.UrlOf(server, Files[3]), url)).ExpectQuiet(), "stat");
        Assert.Equal(["file", "folder"], stat.Select(line => line.GetProperty("kind").GetString()));
        Assert.Equal((1003, by), (stat[0].GetProperty("size").GetInt32(), stat[0].GetProperty("commands").GetProperty("size").GetString()));

        var du = (await RunAsync(server, "du", "--max-depth", "1", "--min-size", "1001", url)).ExpectQuiet();
        Assert.Equal(["1003  1 file  pass/한글 폴더", "2003  2 files  pass/20261120", "3006  3 files  pass"], du.Output.TrimEnd().Split('\n').Select(OneBlank).Order(StringComparer.Ordinal));

        var find = (await RunAsync(server, "find", url, "*_1.nc", "--type", "f", "--max-size", "1001", "--newer-than", "1d")).ExpectQuiet();
        Assert.Equal([$"{url}/20261120/b_1.nc", $"{url}/a_1.nc"], find.Output.TrimEnd().Split('\n').Order(StringComparer.Ordinal));

        (await RunAsync(server, "mirror", "--quiet", url, "here")).Expect();
        (await RunAsync(server, "diff", url, "here")).ExpectQuiet();
        await server.PutAsync("pass/new", 7, 7, Token);
        var diff = (await RunAsync(server, "diff", url, "here")).Expect(1);
        Assert.Equal("new 7 B new", string.Join(' ', diff.Output.Split([' ', '\n'], StringSplitOptions.RemoveEmptyEntries)));
    }

    private static string OneBlank(string line) => line.TrimStart().Replace("   ", "  ", StringComparison.Ordinal);

    private Task<ProgramEnd> RunAsync(FtpServerProcess server, params string[] words) =>
        FtpxProgram.Native.RunAsync(Folder.Path, server is VsftpdServer ? null : server.Password, words, Token);
}
