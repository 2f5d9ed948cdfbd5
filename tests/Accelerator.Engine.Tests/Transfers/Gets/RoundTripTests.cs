using Accelerator.Engine.Transfers;
using Accelerator.Loopback;

namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>The budget of round trips of docs/architecture.md, counted in commands and in the server's latency.</summary>
[Collection(AloneGroup.Name)]
public sealed class RoundTripTests
{
    private const string Remote = GetHarness.Remote;

    // Long against what a busy machine adds, short enough for eight of them.
    private static readonly TimeSpan Latency = TimeSpan.FromMilliseconds(150);

    [Fact]
    public async Task Nothing_but_the_login_and_the_port_stands_between_a_session_and_its_first_RETR()
    {
        await using var get = Far();

        await get.GetAsync(null);

        await get.AssertIsCompleteAsync();
        // Those that stood by, asked what could wait or measured the path come later.
        foreach (var connection in get.Server.Log.Retrievals.Take(4).Select(transfer => transfer.Connection).Distinct())
        {
            var before = get.Server.Log.CommandsOf(connection).TakeWhile(line => !line.StartsWith("RETR", StringComparison.Ordinal)).Select(line => line.Split(' ')[0]).ToList();
            get.Check(before.Take(3).SequenceEqual(["USER", "PASS", "TYPE"]), $"c{connection} began with {string.Join(", ", before)}.");
            get.Check(before.Count(verb => verb is "EPSV") == 1, $"c{connection} asked for {before.Count(verb => verb is "EPSV")} ports.");
            get.Check(before.Count(verb => verb is "REST") <= 1, $"c{connection} sent two markers.");
        }
        var first = get.Server.Log.Retrievals.Take(2).Select(transfer => get.Server.Log.CommandsOf(transfer.Connection).TakeWhile(line => !line.StartsWith("RETR", StringComparison.Ordinal)).ToList());
        Assert.All(first, commands => get.Check(!commands.Any(line => line.StartsWith("FEAT", StringComparison.Ordinal) || line.Contains(".sha256", StringComparison.Ordinal)), "The first streams waited for what could wait."));
    }

    [Fact]
    public async Task The_first_byte_comes_after_eight_round_trips()
    {
        await using var get = Far();

        await get.GetAsync(null);

        await get.AssertIsCompleteAsync();
        // Greeting, USER, PASS, TYPE, EPSV beside SIZE and MDTM, RETR; the other two are the connects, which take no time here.
        var first = get.Events.OfType<TransferEvent.Happened>().First(happened => happened.Moment.Kind == StreamMomentKind.FirstByte).Moment.Elapsed;
        get.Check(first / Latency < 8, $"The first byte came after {first / Latency:0.0} round trips.");
    }

    [Fact]
    public async Task Size_and_time_are_asked_by_two_sessions_before_the_first_byte_and_after_the_last()
    {
        await using var get = Far();

        await get.GetAsync(null);

        await get.AssertIsCompleteAsync();
        foreach (var which in (int[])[0, 1])
        {
            var size = get.Server.Log.Commands.Where(command => command.Line == $"SIZE {Remote}").ElementAt(which);
            var time = get.Server.Log.Commands.Where(command => command.Line == $"MDTM {Remote}").ElementAt(which);
            get.Check(size.Connection != time.Connection, $"c{size.Connection} asked both, one after the other.");
        }
    }

    [Fact]
    public async Task What_can_wait_is_asked_by_a_spare_session_while_bytes_flow()
    {
        await using var get = Far();

        await get.GetAsync(null);

        await get.AssertIsCompleteAsync();
        var commands = get.Server.Log.Commands.Select(command => command.Line).ToList();
        var recheck = commands.FindLastIndex(line => line == $"SIZE {Remote}");
        foreach (var question in (string[])["FEAT", $"SIZE {Remote}.sha256", $"SIZE {Remote}.md5"])
            get.Check(commands.IndexOf(question) is >= 0 and var at && at < recheck, $"{question} was kept for the end.");
    }

    [Fact]
    public async Task A_stream_that_is_added_has_its_port_already()
    {
        await using var get = Far();
        get.Server.Files.AddSynthetic("/other.bin", 96 << 20);

        // Of two files nobody knows yet what both are worth: four streams, and a step.
        await get.GetAsync(null, get.Item(), get.Item("/other.bin", get.Folder.File("other.bin")));

        await get.AssertIsCompleteAsync();
        var step = get.Events.OfType<TransferEvent.Decided>().First(decided => decided.Decision.After > decided.Decision.Before && decided.Decision.BytesPerSecond > 0).Decision;
        var added = get.Events.OfType<TransferEvent.Happened>().Select(happened => happened.Moment)
            .Where(moment => moment.Elapsed >= step.Elapsed && moment.Kind is StreamMomentKind.Stole or StreamMomentKind.FirstByte)
            .GroupBy(moment => moment.Slot).First(moments => moments.Count() >= 2 && moments.First().Kind == StreamMomentKind.Stole).ToList();
        // REST and RETR; three with EPSV, eight with a login.
        get.Check((added[1].Elapsed - added[0].Elapsed) / Latency < 2.9, $"It took {(added[1].Elapsed - added[0].Elapsed) / Latency:0.0} round trips.");
    }

    private static GetHarness Far()
    {
        var get = new GetHarness(new LoopbackOptions { Shaping = new LinkShape { ReplyLatency = Latency, BytesPerSecond = 2_000_000 } });
        get.Server.Files.AddSynthetic(Remote, 96 << 20);
        return get;
    }
}
