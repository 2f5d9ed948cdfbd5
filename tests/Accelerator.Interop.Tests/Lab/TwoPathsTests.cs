namespace Accelerator.Interop.Tests.Lab;

/// <summary>
/// One file over two separate links. Linux' routing rules choose the link by the address that a connection is bound to. The test counts the
/// bytes of each link.
/// </summary>
public sealed partial class TwoPathsTests : RealTests
{
    private const int Length = 12 << 20;
    // Logins, acknowledgements and what IPv6 asks for; far below a range.
    private const long Talk = 256 << 10;

    [ServerFact("tun", "gcc", "ip", "pyftpdlib")]
    public async Task A_file_comes_by_both_links_when_both_are_named()
    {
        var (first, second) = await CarriedAsync("never");

        Assert.InRange(first, Length / 10, Length);
        Assert.InRange(second, Length / 10, Length);
        // On a busy machine streams take more from each other, and each early end of a range leaves a window on the link.
        Assert.InRange(first + second, Length, Length * 3 / 2);
    }

    [ServerFact("tun", "gcc", "ip", "pyftpdlib")]
    public Task A_first_link_that_is_dead_from_the_start_leaves_the_file_to_the_second() => AssertLivesWithoutAsync("1:0");

    [ServerFact("tun", "gcc", "ip", "pyftpdlib")]
    [Trait("Run", "all")]
    public Task A_second_link_that_is_dead_from_the_start_leaves_the_file_to_the_first() => AssertLivesWithoutAsync("2:0");

    [ServerFact("tun", "gcc", "ip", "pyftpdlib")]
    public Task A_second_link_that_dies_in_the_middle_leaves_the_rest_to_the_first() => AssertSurvivesAsync("2:2000000");

    [ServerFact("tun", "gcc", "ip", "pyftpdlib")]
    [Trait("Run", "all")]
    public Task A_first_link_that_dies_in_the_middle_leaves_the_rest_to_the_second() => AssertSurvivesAsync("1:2000000");

    private async Task AssertLivesWithoutAsync(string cut)
    {
        var (first, second) = await CarriedAsync(cut);

        var (dead, living) = cut[0] == '1' ? (first, second) : (second, first);
        Assert.InRange(dead, 0, Talk);
        Assert.InRange(living, Length, Length * 5 / 4);
    }

    private async Task AssertSurvivesAsync(string cut)
    {
        var (first, second) = await CarriedAsync(cut);

        var (dead, living) = cut[0] == '1' ? (first, second) : (second, first);
        // The cut comes shortly after the bytes that it waits for, later on a busy machine, and the bytes in flight still arrive.
        Assert.InRange(dead, 2_000_000, Length * 3 / 4);
        Assert.InRange(living, Length / 4, Length * 5 / 4);
    }

    /// <summary>
    /// Gets the bytes that each link has carried for <c>ftpx get --bind A --bind B</c>, which must succeed with the right file.
    /// </summary>
    private async Task<(long First, long Second)> CarriedAsync(string cut)
    {
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(5));
        Directory.CreateDirectory(Folder.File("served"));
        var hash = await RandomFile.WriteAsync(Folder.File("served/file"), Length, seed: 6, deadline.Token);
        // A file of twelve seconds at that limit: the links alone carry it in two, and on a busy machine the sessions of one may log in that much later.
        string[] words =
        [
            Path.Combine(AppContext.BaseDirectory, "Lab", "over-two-paths"), cut,
            Path.Combine(Checkout.Root, "tests", "lab", "wanlink.c"), Folder.File("served"),
            .. NativeProgram.Command, "get", "--streams", "4", "--no-site-memory", "--limit-rate", "1M",
            "--timeout-connect", "3", "--timeout-stall", "3", "--timeout-reply", "5", "--bind", "10.96.1.2", "--bind", "10.96.2.2", "ftp://10.96.9.1:2121/file",
        ];
        var end = await ProgramRun.RunFileAsync("/bin/bash", Folder.Path, words, deadline.Token, ServerTools.UnpackedEnvironment);

        var (_, said) = end.Expect();
        Assert.Equal(hash, await RandomFile.HashAsync(Folder.File("file"), deadline.Token));
        var links = TowardsTheClient().Matches(said).Select(match => long.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture)).ToList();
        Assert.Equal(2, links.Count);
        return (links[0], links[1]);
    }

    [GeneratedRegex("""\{"ftpx-far-\w+-ftpx-near-\w+": \{"packets": \d+, "bytes": (\d+)""")]
    private static partial Regex TowardsTheClient();
}
