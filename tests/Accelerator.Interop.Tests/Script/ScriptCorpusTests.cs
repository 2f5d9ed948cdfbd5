namespace Accelerator.Interop.Tests.Script;

/// <summary>Scripts as people have them around ftp.exe, carried out by <c>ftpx ftp</c>: the log, the files, the exit code.</summary>
public sealed class ScriptCorpusTests : RealTests
{
    public static TheoryData<string> Names => ScriptExpectation.Names;

    [Fact]
    public void The_corpus_is_there() => Assert.True(Names.Count >= 15);

    [ServerTheory("vsftpd", "proftpd", "pyftpdlib")]
    [MemberData(nameof(Names))]
    public async Task A_script_does_what_it_does_with_ftp_exe(string name)
    {
        var expected = new ScriptExpectation(name);
        await using var server = await ScriptServer.StartAsync(expected.One("server", "vsftpd"), Token);
        Directory.CreateDirectory(Folder.File("in"));
        var script = Fill(expected.Script, server, Folder);
        var form = expected.One("form", "");
        if (form.Contains("crlf")) script = script.Replace("\n", "\r\n");
        await File.WriteAllTextAsync(Folder.File("script.txt"), script, new UTF8Encoding(form.Contains("bom")), Token);

        string[] words = ["ftp", .. Fill(expected.One("args", "-s:script.txt"), server, Folder).Split(' ')];
        var end = await FtpxProgram.Native.RunAsync(Folder.Path, null, words, Token);

        var log = $"{end.Output}\n{end.Error}";
        Assert.True(int.Parse(expected.One("exit", "0"), null) == end.ExitCode, $"exit code {end.ExitCode}\n{log}");
        var at = 0;
        foreach (var said in expected.All("says").Select(text => Fill(text, server, Folder)))
        {
            var next = end.Output.IndexOf(said, at, StringComparison.Ordinal);
            Assert.True(next >= 0, $"\"{said}\" is not in the log, or not in its place:\n{log}");
            at = next + said.Length;
        }
        foreach (var hidden in expected.All("hides").Select(text => Fill(text, server, Folder))) Assert.DoesNotContain(hidden, log);
        foreach (var verb in expected.All("never")) Assert.Equal(0, server.CountCommands(verb));

        foreach (var (local, remote) in expected.Pairs("file")) Assert.Equal(ScriptServer.Bytes(remote), await File.ReadAllBytesAsync(Folder.File(local), Token));
        foreach (var (local, text) in expected.Pairs("text")) Assert.Equal(text.Replace('|', '\n'), await File.ReadAllTextAsync(Folder.File(local), Token));
        foreach (var (local, part) in expected.Pairs("holds")) Assert.Contains(part, await File.ReadAllTextAsync(Folder.File(local), Token));
        foreach (var (sent, parts) in expected.Pairs("remote"))
            Assert.Equal(parts.Split(" + ").SelectMany(ScriptServer.Bytes), await File.ReadAllBytesAsync(Path.Combine(server.Root, sent), Token));
        var wanted = new[] { "file", "text", "holds" }.SelectMany(expected.Pairs).Select(pair => pair.Left).Append("script.txt").Order(StringComparer.Ordinal);
        Assert.Equal(wanted, Directory.GetFiles(Folder.Path, "*", SearchOption.AllDirectories).Select(file => Path.GetRelativePath(Folder.Path, file)).Order(StringComparer.Ordinal));
    }

    private static string Fill(string text, ScriptServer server, TempFolder folder) => text
        .Replace("{host}", server.Host).Replace("{port}", $"{server.Port}").Replace("{user}", server.User).Replace("{password}", server.Password)
        .Replace("{local}", folder.Path).Replace("{closed}", "1");
}
