namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>The round trips in src/Accelerator.Engine/Transfers/README.md, counted in commands and in the server's latency.</summary>
[Collection(AloneGroup.Name)]
public sealed class RoundTripTests(RoundTripFixture fixture) : IClassFixture<RoundTripFixture>
{
    private const string Remote = GetFixture.Remote;

    private static readonly TimeSpan Latency = RoundTripFixture.Latency;

    private readonly GetFixture _get = fixture.Get;

    [Fact]
    public void Only_the_login_and_the_port_request_precede_the_first_RETR_of_a_session()
    {
        // Streams that were idle, sent deferrable queries or measured the path come later.
        foreach (var connection in _get.Server.Log.Retrievals.Take(4).Select(transfer => transfer.Connection).Distinct())
        {
            var before = _get.Server.Log.CommandsOf(connection).TakeWhile(line => !line.StartsWith("RETR", StringComparison.Ordinal)).Select(line => line.Split(' ')[0]).ToList();
            _get.Check(before.Take(3).SequenceEqual(["USER", "PASS", "TYPE"]), $"c{connection} began with {string.Join(", ", before)}.");
            _get.Check(before.Count(verb => verb is "EPSV") == 1, $"c{connection} asked for {before.Count(verb => verb is "EPSV")} ports.");
            _get.Check(before.Count(verb => verb is "REST") <= 1, $"c{connection} sent two markers.");
        }
        var first = _get.Server.Log.Retrievals.Take(2).Select(transfer => _get.Server.Log.CommandsOf(transfer.Connection).TakeWhile(line => !line.StartsWith("RETR", StringComparison.Ordinal)).ToList());
        Assert.All(first, commands => _get.Check(!commands.Any(line => line.StartsWith("FEAT", StringComparison.Ordinal) || line.Contains(".sha256", StringComparison.Ordinal)), "The first streams waited for what could wait."));
    }

    [Fact]
    public void The_first_byte_comes_after_eight_round_trips()
    {
        // USER, PASS, TYPE, EPSV, REST during the connect for data, RETR; before them the connect and the greeting. A session that asks for
        // size or time sends no REST, and the one that tries a login sent at once waits less often.
        var waits = _get.Server.Log.Retrievals.Take(3).Max(transfer => WaitsBefore(transfer.Connection));
        _get.Check(waits + 2 <= 8, $"The first byte came after {waits + 2} round trips.");
    }

    [Fact]
    public void Size_and_time_are_asked_by_two_sessions_before_the_first_byte_and_after_the_last()
    {
        foreach (var which in (int[])[0, 1])
        {
            var size = _get.Server.Log.Commands.Where(command => command.Line == $"SIZE {Remote}").ElementAt(which);
            var time = _get.Server.Log.Commands.Where(command => command.Line == $"MDTM {Remote}").ElementAt(which);
            _get.Check(size.Connection != time.Connection, $"c{size.Connection} asked both, one after the other.");
        }
    }

    [Fact]
    public void A_spare_session_asks_what_can_wait_while_bytes_flow()
    {
        var commands = _get.Server.Log.Commands.Select(command => command.Line).ToList();
        var recheck = commands.FindLastIndex(line => line == $"SIZE {Remote}");
        foreach (var question in (string[])["FEAT", $"SIZE {Remote}.sha256", $"SIZE {Remote}.md5"])
            _get.Check(commands.IndexOf(question) is >= 0 and var at && at < recheck, $"{question} was kept for the end.");
    }

    [Fact]
    public void Samples_after_the_last_byte_are_read_side_by_side_beside_SIZE_and_MDTM()
    {
        var log = _get.Server.Log;
        var samples = log.Retrievals.TakeLast(SamplePolicy.Most).ToList();
        string[] again = [$"SIZE {Remote}", $"MDTM {Remote}"];
        var last = samples.Select(sample => sample.Connection)
            .Concat(again.Select(line => log.Commands.Last(command => command.Line == line).Connection)).GroupBy(connection => connection).ToList();
        // A session whose own answer has come takes what no idle one has taken: on a busy machine the last streams are not idle by then
        // (MetadataProbeTests: each session gets a question of its own).
        _get.Check(last.Count >= SamplePolicy.Most && last.TrueForAll(session => session.Count() <= 2),
            $"The last ten questions went to {last.Count} sessions, at most {last.Max(session => session.Count())} to one.");
        foreach (var sample in samples)
        {
            // With an open data connection REST and RETR, without one EPSV before them: no other command separates the last byte from a
            // sample.
            var asked = log.CommandsOf(sample.Connection).Select(line => line.Split(' ')[0]).TakeWhile(verb => verb is not "QUIT").ToList();
            var at = asked.LastIndexOf("RETR");
            _get.Check(at > 0 && asked[at - 1] is "REST" or "EPSV", $"c{sample.Connection} asked {string.Join(", ", asked.TakeLast(4))} for {sample}.");
        }
    }

    [Fact]
    public async Task A_stream_that_is_added_has_its_port_already()
    {
        await using var get = RoundTripFixture.Far();
        get.Server.Files.AddSynthetic("/other.bin", 96 << 20);
        using var stop = new CancellationTokenSource();

        // With two files of unknown benefit from more streams: four streams, and a step. A busy machine delays some of the added streams; without
        // the port each of them would need three round trips.
        var run = get.RunAsync(get.Request(null, get.Item(), get.Item("/other.bin", get.Folder.File("other.bin"))), stop.Token);
        await GetFixture.UntilAsync(() => run.IsCompleted || Added(get).Any(trips => trips < 2.9));
        await stop.CancelAsync();
        await run;

        // REST and RETR; three with EPSV, eight with a login.
        get.Check(Added(get).Any(trips => trips < 2.9), $"They took {string.Join(", ", Added(get).Select(trips => $"{trips:0.0}"))} round trips.");
    }

    // Round trips from the greeting to the first byte: commands that arrive before the next reply is sent share one.
    private int WaitsBefore(int connection)
    {
        var commands = _get.Server.Log.Commands.Where(command => command.Connection == connection).ToList();
        return commands.Take(commands.FindIndex(command => command.Verb == "RETR") + 1).Select(command => command.Replies).Distinct().Count();
    }

    // Returns for each added stream that has received its first byte the round trips since it took its range.
    private static List<double> Added(GetFixture get)
    {
        var step = get.Events.OfType<TransferEvent.Decided>().FirstOrDefault(decided => decided.Decision.After > decided.Decision.Before && decided.Decision.BytesPerSecond > 0)?.Decision;
        return [.. get.Events.OfType<TransferEvent.Happened>().Select(happened => happened.StreamEvent)
            .Where(streamEvent => streamEvent.Elapsed >= step?.Elapsed && streamEvent.Kind is StreamEventKind.Stole or StreamEventKind.FirstByte)
            .GroupBy(streamEvent => streamEvent.Slot).Select(streamEvents => streamEvents.Take(2).ToList())
            .Where(streamEvents => streamEvents is [{ Kind: StreamEventKind.Stole }, { Kind: StreamEventKind.FirstByte }])
            .Select(streamEvents => (streamEvents[1].Elapsed - streamEvents[0].Elapsed) / Latency)];
    }
}
