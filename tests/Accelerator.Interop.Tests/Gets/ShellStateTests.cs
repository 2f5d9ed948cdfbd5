namespace Accelerator.Interop.Tests.Gets;

/// <summary>The real program, started by a shell that has closed a standard stream, allows few open files or is in a removed folder.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class ShellStateTests
{
    [Theory]
    [InlineData("2>&-", 0)]
    [InlineData(">&-", 10)]
    [InlineData(">&- 2>&-", 10)]
    [InlineData("<&-", 0)]
    public async Task A_download_is_complete_although_a_standard_stream_is_closed(string redirection, int exitCode)
    {
        var (end, isThere) = await RunAsync("", redirection);
        Assert.Equal((exitCode, true), (end.ExitCode, isThere));
        Assert.DoesNotContain("   at ", end.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Too_few_file_descriptors_are_reported_in_one_sentence()
    {
        var (end, isThere) = await RunAsync("ulimit -n 100; ", "");
        Assert.Equal((2, false), (end.ExitCode, isThere));
        Assert.Equal("ftpx: error: This process may open only 100 files at once (ulimit -n), and ftpx needs 128. Raise the limit, for example with: ulimit -n 1024", end.Error.Trim());
    }

    [Fact]
    public async Task A_removed_working_folder_is_reported_in_one_sentence()
    {
        var (end, _) = await RunAsync("mkdir gone; cd gone; rmdir ../gone; ", "");
        Assert.Equal(2, end.ExitCode);
        Assert.Equal("ftpx: error: The working folder does not exist any more. Change to another folder and run the command again.", end.Error.Trim());
    }

    private static async Task<(ProgramEnd End, bool IsThere)> RunAsync(string before, string redirection)
    {
        await using var server = LoopbackServer.Start();
        server.Files.AddSynthetic("/file.bin", 100_000);
        using var folder = new TempFolder();
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(2));
        await using var run = ProgramRun.StartFile(
            "/bin/sh", folder.Path, ["-c", $"{before}exec \"$@\" {redirection}", "sh", .. NativeProgram.Command, "get", "--no-site-memory", server.UrlOf("/file.bin")], new Dictionary<string, string>());
        var end = await run.WaitAsync(deadline.Token);
        return (end, File.Exists(folder.File("file.bin")));
    }
}
