using Accelerator.Loopback;
using Xunit.Abstractions;

namespace Accelerator.Interop.Tests.Witnesses;

/// <summary>
/// Faults that spoil files are real: under each of them at least one of today's clients says that all is well and leaves a file that no server ever
/// had, while ftpx brings the right file or none. What each client made of each fault is printed as rows of the table in docs/reliability.md.
/// </summary>
public sealed class WitnessTests(ITestOutputHelper output)
{
    private const long Fast = 8 << 20;
    private const long Most = WitnessFixture.Size * 5 / 8;

    private static readonly string[] Peers = ["lftp", "aria2c", "axel", "rclone", "curl", "wget"];

    // With one connection alone REST is asked for only after a break.
    private static readonly string[] Single = ["curl", "wget"];

    private static Fault IgnoredRest => Fault.OnRetr().FromOffset(1).IgnoreRest();

    private static Fault Break => Fault.OnRetr(1).DropAfter(Most);

    // The short witness: with and without one of the faults, one client beside ftpx.
    [ServerFact("aria2c")]
    public async Task A_REST_that_is_answered_350_and_ignored_spoils_the_file_of_aria2_and_not_that_of_ftpx()
    {
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(5));
        foreach (var testimony in await HearAsync(["ftpx", "aria2c"], "none", LoopbackFeatures.Usual, null, _ => [], deadline.Token))
            Assert.True(testimony.Verdict == Verdict.Right, testimony.ToString());
        var heard = await HearAsync(["ftpx", "aria2c"], "REST answered 350 and ignored", LoopbackFeatures.Usual, null, _ => [IgnoredRest], deadline.Token);
        Assert.True(heard[0].Verdict is Verdict.Right or Verdict.Refused, heard[0].ToString());
        Assert.True(heard[1].Verdict == Verdict.WrongAndSilent, heard[1].ToString());
    }

    // Without this one the others could be witnesses of a broken server.
    [ServerFact("lftp", "aria2c", "axel", "rclone", "curl", "wget")]
    [Trait("Run", "all")]
    public async Task A_server_without_a_fault_gives_everybody_the_right_file()
    {
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(10));
        await PrintVersionsAsync(deadline.Token);
        foreach (var testimony in await HearAllAsync("none", LoopbackFeatures.Usual, null, _ => [], deadline.Token))
            Assert.True(testimony.Verdict == Verdict.Right, testimony.ToString());
    }

    // rclone 1.60 takes the part that has come for the whole part: its file is wrong. Those that ask for REST again must get it right to be heard below.
    [ServerFact("lftp", "aria2c", "axel", "rclone", "curl", "wget")]
    [Trait("Run", "all")]
    public async Task A_connection_that_breaks_leaves_those_who_go_on_the_right_file()
    {
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(10));
        foreach (var testimony in await HearAllAsync("one connection breaks", LoopbackFeatures.Usual, null, _ => [Break], deadline.Token))
            Assert.True(testimony.Verdict == Verdict.Right || testimony.Client == "rclone", testimony.ToString());
    }

    [ServerFact("lftp", "aria2c", "axel", "rclone", "curl", "wget")]
    [Trait("Run", "all")]
    public Task REST_is_answered_350_and_ignored() =>
        AssertWitnessedAsync("REST answered 350 and ignored", LoopbackFeatures.Usual, null, WithBreak(IgnoredRest));

    [ServerFact("lftp", "aria2c", "axel", "rclone", "curl", "wget")]
    [Trait("Run", "all")]
    public Task REST_is_off_by_one() =>
        AssertWitnessedAsync("REST off by one byte", LoopbackFeatures.Usual, null, WithBreak(Fault.OnRetr().FromOffset(1).RestOffBy(-1)));

    [ServerFact("lftp", "aria2c", "axel", "rclone", "curl", "wget")]
    [Trait("Run", "all")]
    public Task The_data_ends_short_with_a_226() =>
        AssertWitnessedAsync("data cut short, then 226", LoopbackFeatures.Usual, null, _ => [Fault.OnRetr(1).EndShortAfter(Most / 4)]);

    [ServerFact("lftp", "aria2c", "axel", "rclone", "curl", "wget")]
    [Trait("Run", "all")]
    public Task The_data_ends_short_with_a_226_on_a_server_without_SIZE() =>
        AssertWitnessedAsync(
            "the same on a server without SIZE", LoopbackFeatures.Usual & ~(LoopbackFeatures.Size | LoopbackFeatures.Mlst), null,
            _ => [Fault.OnRetr(1).EndShortAfter(Most)]);

    [ServerFact("lftp", "aria2c", "axel", "rclone", "curl", "wget")]
    [Trait("Run", "all")]
    public Task Another_file_of_the_same_length_is_written_over_it_under_way() =>
        AssertWitnessedAsync("written over under way, same length", LoopbackFeatures.Usual, (fixture, _) =>
        {
            fixture.WriteOverAfter(WitnessFixture.Size / 2);
            return Task.CompletedTask;
        }, _ => []);

    // Slower than the others, so that all have saved how far they are: most do so once a second. rclone continues nothing and starts over.
    [ServerFact("lftp", "aria2c", "axel", "rclone", "curl", "wget")]
    [Trait("Run", "all")]
    public Task Another_file_of_the_same_length_takes_its_place_before_it_is_continued() =>
        AssertWitnessedAsync(
            "replaced before it is continued, same length", LoopbackFeatures.Usual,
            (fixture, cancellationToken) => fixture.KillAndReplaceAsync(cancellationToken), _ => [], Fast / 4);

    private static Func<string, Fault[]> WithBreak(Fault fault) => client => Single.Contains(client) ? [Break, fault] : [fault];

    private async Task AssertWitnessedAsync(
        string fault, LoopbackFeatures features, Func<WitnessFixture, CancellationToken, Task>? before, Func<string, Fault[]> faults,
        long bytesPerSecond = Fast)
    {
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(15));
        var heard = await HearAllAsync(fault, features, before, faults, deadline.Token, bytesPerSecond);
        Assert.True(heard[0].Verdict is Verdict.Right or Verdict.Refused, heard[0].ToString());
        Assert.True(heard.Any(testimony => testimony.Verdict == Verdict.WrongAndSilent), string.Join('\n', heard));
    }

    private async Task<IReadOnlyList<Testimony>> HearAllAsync(
        string fault, LoopbackFeatures features, Func<WitnessFixture, CancellationToken, Task>? before, Func<string, Fault[]> faults,
        CancellationToken cancellationToken, long bytesPerSecond = Fast)
    {
        var heard = await HearAsync(["ftpx", .. Peers], fault, features, before, faults, cancellationToken, bytesPerSecond);
        output.WriteLine($"witness: | {fault} | {string.Join(" | ", heard.Select(testimony => testimony.Cell))} |");
        return heard;
    }

    private async Task<IReadOnlyList<Testimony>> HearAsync(
        string[] clients, string fault, LoopbackFeatures features, Func<WitnessFixture, CancellationToken, Task>? before, Func<string, Fault[]> faults,
        CancellationToken cancellationToken, long bytesPerSecond = Fast)
    {
        var heard = new List<Testimony>();
        foreach (var client in clients)
        {
            await using var fixture = new WitnessFixture(client, bytesPerSecond, features, faults(client));
            if (before is not null) await before(fixture, cancellationToken);
            heard.Add(await fixture.HearAsync(cancellationToken));
        }
        foreach (var testimony in heard) output.WriteLine($"{fault}: {testimony}");
        return heard;
    }

    private async Task PrintVersionsAsync(CancellationToken cancellationToken)
    {
        var versions = new List<string>();
        foreach (var peer in Peers)
        {
            var (_, said) = await ProgramRun.RunAsync(peer, "/", ["--version"], cancellationToken);
            versions.Add(said.Split('\n').First(line => line.Any(char.IsDigit)).Trim());
        }
        output.WriteLine($"witness: {string.Join("; ", versions)}");
    }
}
