namespace Accelerator.Interop.Tests.Lab;

/// <summary>
/// T-DROP-5 of the fault matrix on packets: a path that loses three in a hundred, 200 ms long. TCP hides the loss and shows pauses; they are not to be
/// taken for dead connections again and again. The link keeps the order of its packets: re-ordering alone is not tried.
/// </summary>
public sealed class LossyPathTests : RealTests
{
    [ServerFact("tun", "gcc", "ip", "pyftpdlib")]
    public Task A_path_that_loses_packets_brings_the_right_file_without_a_storm() => GetAsync(length: 1 << 20, streams: 1, mostRetrievals: 6);

    [ServerFact("tun", "gcc", "ip", "pyftpdlib")]
    [Trait("Run", "all")]
    public Task Four_streams_on_a_path_that_loses_packets_bring_the_right_file_without_a_storm() => GetAsync(length: 5 << 20, streams: 4, mostRetrievals: 40);

    private async Task GetAsync(int length, int streams, int mostRetrievals)
    {
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(10));
        Directory.CreateDirectory(Folder.File("served"));
        var hash = await RandomFile.WriteAsync(Folder.File("served/file"), length, seed: 5, deadline.Token);
        string[] words =
        [
            Path.Combine(AppContext.BaseDirectory, "Lab", "over-a-lossy-path"), Path.Combine(Checkout.Root, "tests", "lab", "wanlink.c"), Folder.File("served"),
            .. NativeProgram.Command, "get", "--streams", $"{streams}", "--trace", Folder.File("trace"), "ftp://10.98.0.1:2121/file",
        ];
        var end = await ProgramRun.RunFileAsync("/bin/bash", Folder.Path, words, deadline.Token, ServerTools.UnpackedEnvironment);

        var (_, said) = end.Expect();
        Assert.Equal(hash, await RandomFile.HashAsync(Folder.File("file"), deadline.Token));
        Assert.Matches("\"lost_random\": *[1-9]", said);
        Assert.InRange(Regex.Count(await File.ReadAllTextAsync(Folder.File("trace"), deadline.Token), " RETR "), 1, mostRetrievals);
    }
}
