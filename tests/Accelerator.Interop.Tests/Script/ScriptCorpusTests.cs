namespace Accelerator.Interop.Tests.Script;

/// <summary>Scripts as people have them around ftp.exe, carried out by <c>ftpx ftp</c>: the log, the files, the exit code.</summary>
public sealed class ScriptCorpusTests
{
    public static TheoryData<string> Names => ScriptExpectation.Names;

    [Fact]
    public void The_corpus_is_there() => Assert.True(Names.Count >= 15);

    [ServerTheory("vsftpd", "proftpd", "pyftpdlib")]
    [MemberData(nameof(Names))]
    public async Task A_script_does_what_it_does_with_ftp_exe(string name)
    {
        using var deadline = HangGuard.Start();
        var expected = new ScriptExpectation(name);
        await using var server = await ScriptServer.StartAsync(expected.One("server", "vsftpd"), deadline.Token);
        using var folder = new TempFolder();
        Directory.CreateDirectory(folder.File("in"));
        var script = Fill(expected.Script, server, folder);
        var form = expected.One("form", "");
        if (form.Contains("crlf")) script = script.Replace("\n", "\r\n");
        await File.WriteAllTextAsync(folder.File("script.txt"), script, new UTF8Encoding(form.Contains("bom")), deadline.Token);

        string[] words = ["ftp", .. Fill(expected.One("args", "-s:script.txt"), server, folder).Split(' ')];
        var end = await FtpxProgram.Native.RunAsync(folder.Path, null, words, deadline.Token);

        var log = $"{end.Output}\n{end.Error}";
        Assert.True(int.Parse(expected.One("exit", "0"), null) == end.ExitCode, $"exit code {end.ExitCode}\n{log}");
        var at = 0;
        foreach (var said in expected.All("says").Select(text => Fill(text, server, folder)))
        {
            var next = end.Output.IndexOf(said, at, StringComparison.Ordinal);
            Assert.True(next >= 0, $"\"{said}\" is not in the log, or not in its place:\n{log}");
            at = next + said.Length;
        }
        foreach (var hidden in expected.All("hides").Select(text => Fill(text, server, folder))) Assert.DoesNotContain(hidden, log);
        foreach (var verb in expected.All("never")) Assert.Equal(0, server.CountCommands(verb));

        foreach (var (local, remote) in expected.Pairs("file")) Assert.Equal(ScriptServer.Bytes(remote), await File.ReadAllBytesAsync(folder.File(local), deadline.Token));
        foreach (var (local, text) in expected.Pairs("text")) Assert.Equal(text.Replace('|', '\n'), await File.ReadAllTextAsync(folder.File(local), deadline.Token));
        foreach (var (local, part) in expected.Pairs("holds")) Assert.Contains(part, await File.ReadAllTextAsync(folder.File(local), deadline.Token));
        foreach (var (sent, parts) in expected.Pairs("remote"))
            Assert.Equal(parts.Split(" + ").SelectMany(ScriptServer.Bytes), await File.ReadAllBytesAsync(Path.Combine(server.Root, sent), deadline.Token));
        var wanted = new[] { "file", "text", "holds" }.SelectMany(expected.Pairs).Select(pair => pair.Left).Append("script.txt").Order(StringComparer.Ordinal);
        Assert.Equal(wanted, Directory.GetFiles(folder.Path, "*", SearchOption.AllDirectories).Select(file => Path.GetRelativePath(folder.Path, file)).Order(StringComparer.Ordinal));
    }

    private static string Fill(string text, ScriptServer server, TempFolder folder) => text
        .Replace("{host}", server.Host).Replace("{port}", $"{server.Port}").Replace("{user}", server.User).Replace("{password}", server.Password)
        .Replace("{local}", folder.Path).Replace("{closed}", "1");
}
