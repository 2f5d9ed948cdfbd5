namespace Accelerator.Interop.Tests.Script;

/// <summary>
/// What is no regular file stays what it is, whichever command writes there as root. The device is a copy of <c>/dev/null</c> in the folder
/// of the test.
/// </summary>
public sealed class LocalTargetTests : RealTests
{
    private const string Planted =
        "mknod device c 1 3 && ln -s device to-device && ln -s /proc/self/fd/1 stdout && mkfifo pipe && ln -s pipe to-pipe && ls -l --time-style=+ >../before";

    [ServerTheory("runuser")]
    [InlineData("ascii", "device")]
    [InlineData("ascii", "to-device")]
    [InlineData("ascii", "stdout")]
    [InlineData("ascii", "to-pipe")]
    [InlineData("binary", "device")]
    [InlineData("binary", "to-device")]
    [InlineData("binary", "stdout")]
    [InlineData("binary", "to-pipe")]
    public async Task A_script_replaces_no_device_and_no_link_to_one_or_to_an_open_file(string mode, string target)
    {
        await using var server = LoopbackServer.Start();
        server.Files.AddText("/a.txt", "line\r\n");
        await PlantAsync();
        await File.WriteAllTextAsync(Folder.File("s"),
            $"open {server.EndPoint.Address} {server.EndPoint.Port}\nanonymous\nme@example.org\n{mode}\nget a.txt {target}\nbye\n", Token);
        var (exitCode, said) = await RunAsync("ftp", "-s:../s");
        Assert.Contains("only regular files are replaced", said);
        Assert.NotEqual(0, exitCode);
        Assert.Equal(0, server.Log.BytesSentOf("/a.txt"));
        await AssertAsPlantedAsync();
    }

    [ServerTheory("runuser")]
    [InlineData("--report", "device")]
    [InlineData("--report", "stdout")]
    [InlineData("--write-checksums", "to-device")]
    [InlineData("--failed-list", "device")]
    public async Task No_list_and_no_report_replaces_a_device(string option, string target)
    {
        await using var server = LoopbackServer.Start();
        server.Files.AddText("/a.txt", "line\r\n");
        await PlantAsync();
        var (exitCode, said) = await RunAsync("get", server.UrlOf("/a.txt"), "--output", "../a.txt", option, target);
        Assert.Contains("cannot be written", said);
        Assert.Equal(2, exitCode);
        Assert.Equal(0, server.Log.BytesSentOf("/a.txt"));
        await AssertAsPlantedAsync();
    }

    [ServerFact("runuser")]
    public async Task A_log_a_trace_and_the_list_of_a_script_are_written_to_a_device_as_before()
    {
        await using var server = LoopbackServer.Start();
        server.Files.AddText("/a.txt", "line\r\n");
        await PlantAsync();
        Assert.Equal(0, (await RunAsync("get", server.UrlOf("/a.txt"), "--output", "../a.txt", "--trace", "to-device")).ExitCode);
        await File.WriteAllTextAsync(Folder.File("s"),
            $"open {server.EndPoint.Address} {server.EndPoint.Port}\nanonymous\nme@example.org\nls . device\nls . to-device\nbye\n", Token);
        Assert.Equal(0, (await RunAsync("ftp", "-s:../s")).ExitCode);
        await AssertAsPlantedAsync();
    }

    private Task PlantAsync() => ShellAsync("mkdir here && cd here && " + Planted);

    // The listing shows kinds, link targets and sizes.
    private Task AssertAsPlantedAsync() => ShellAsync("cd here && ls -l --time-style=+ | diff ../before -");

    // Standard output is a regular file, to which a link through /proc leads.
    private async Task<(int ExitCode, string Said)> RunAsync(params string[] words)
    {
        var end = await ProgramRun.RunFileAsync("/bin/sh", Folder.File("here"),
            ["-c", "exec \"$@\" >../said", "sh", .. NativeProgram.Command, .. words], Token);
        return (end.ExitCode, await File.ReadAllTextAsync(Folder.File("said"), Token) + end.Error);
    }

    private async Task ShellAsync(string commands) => (await ProgramRun.RunFileAsync("/bin/sh", Folder.Path, ["-c", commands], Token)).Expect(what: commands);
}
