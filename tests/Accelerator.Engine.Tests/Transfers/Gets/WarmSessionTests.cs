using Accelerator.Engine.Tests.Transfers.Files;

namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>One file after another to outputs, over sessions that stay open.</summary>
public sealed class WarmSessionTests
{
    private const int Length = 5_000_000;

    [Fact]
    public async Task A_second_file_costs_no_login_and_its_first_byte_three_commands()
    {
        await using var get = new GetFixture(new LoopbackOptions { Shaping = GetFixture.Capped }).Serving(Length).Serving(Length, "/second.bin", seed: 2);
        await using var sessions = await OpenAsync(get);
        await GetAsync(get, sessions, GetFixture.Remote, null);
        var (logins, commands) = (get.Server.Log.Logins, get.Server.Log.Commands.Count);

        var second = await GetAsync(get, sessions, "/second.bin", new OutputRange(1_000_000));

        Assert.Equal(Content(get, "/second.bin")[1_000_000..], second);
        get.Check(get.Server.Log.Logins == logins, $"There were {logins} logins before and {get.Server.Log.Logins} after the second file.");
        var since = get.Server.Log.Commands.Skip(commands).ToList();
        var first = since.First(command => command.Line.StartsWith("RETR", StringComparison.Ordinal)).Connection;
        var before = since.Where(command => command.Connection == first).Select(command => command.Line.Split(' ')[0]).TakeWhile(verb => verb != "RETR").ToList();
        // REST and RETR are sent together, and EPSV beside a query.
        get.Check(before.Except(["SIZE", "MDTM", "EPSV", "REST"]).ToList() is [], $"The first stream sent {string.Join(", ", before)}.");
        // A session may have asked for its port before it was chosen for the queries: then it asks again.
        get.Check(before.Count <= 5 && before.Count(verb => verb == "EPSV") <= 2, $"The first stream sent {string.Join(", ", before)}.");
    }

    [Fact]
    public async Task A_file_that_comes_later_gets_its_share_of_the_sessions_while_another_is_fetched()
    {
        // Slow until the second file has begun, so that the first one lasts long enough on a busy machine.
        var begun = false;
        await using var get = new GetFixture(new LoopbackOptions { Shaping = new() { BytesPerSecondOf = _ => begun ? 8_000_000 : 500_000 } })
            .Serving(8 * Length).Serving(Length, "/second.bin", seed: 2);
        await using var sessions = await OpenAsync(get);
        var first = GetAsync(get, sessions, GetFixture.Remote, null, streams: 4);
        await GetFixture.UntilAsync(() => get.Server.Log.PeakTransfers == 4 || first.IsCompleted);

        var second = GetAsync(get, sessions, "/second.bin", null, streams: 4, e => begun |= e is TransferEvent.Progress { Snapshot.BytesDone: > 0 } && !first.IsCompleted);

        Assert.Equal(Content(get, "/second.bin"), await second);
        Assert.Equal(8 * Length, (await first).Length);
        get.Check(begun, "The second file waited for the end of the first.");
        get.Check(get.Server.Log.PeakControlConnections <= 4, $"{get.Server.Log.PeakControlConnections} sessions.");
    }

    [Fact]
    public async Task Sessions_that_were_idle_for_long_are_closed_by_a_trim()
    {
        await using var get = new GetFixture(new LoopbackOptions { Shaping = GetFixture.Capped }).Serving(Length);
        var time = new FakeTime();
        await using var sessions = await OpenAsync(get, time);
        await GetAsync(get, sessions, GetFixture.Remote, null);
        Assert.True(sessions.Standing > 0);

        await sessions.TrimAsync();
        Assert.True(sessions.Standing > 0);
        time.Advance(TimeSpan.FromSeconds(50));
        await sessions.TrimAsync();

        Assert.Equal(0, sessions.Standing);
    }

    [Theory]
    [Each(false, true)]
    public async Task With_a_budget_sessions_count_until_the_server_has_closed_them(bool byTrim)
    {
        await using var get = new GetFixture(new LoopbackOptions { Shaping = GetFixture.Capped }).Serving(Length);
        get.Server.Inject(Fault.OnCommand("QUIT").After(TimeSpan.FromMilliseconds(100)));
        var budget = new SessionBudget { Most = 2 };
        // The fake clock stands still, so the wait for the server has no limit.
        await using var sessions = await OpenAsync(get, new FakeTime(), budget);
        await GetAsync(get, sessions, GetFixture.Remote, null);
        Assert.Equal(2, budget.Kept);

        budget.Most = 0;
        if (byTrim) await sessions.TrimAsync();
        else await sessions.DisposeAsync();

        Assert.Equal((0, 0), (budget.Kept, get.Server.Log.ControlConnections));
    }

    private static async Task<byte[]> GetAsync(
        GetFixture get, ServerSessions sessions, string path, OutputRange? range, int streams = 2, Action<TransferEvent>? told = null)
    {
        using var output = new RecordedOutput();
        var item = get.Item(path) with { Output = output, OutputRange = range };
        var result = await new TransferRunner(get.Time).RunAsync(get.Request(streams, item), sessions, new DirectProgress<TransferEvent>(told ?? (_ => { })), CancellationToken.None);
        get.Check(result.Succeeded, result.Files[0].Message);
        return output.Bytes;
    }

    private static Task<ServerSessions> OpenAsync(GetFixture get, TimeProvider? time = null, SessionBudget? budget = null) =>
        ServerSessions.OpenAsync(
            get.Request(null) with { MaxStreams = 4, SessionBudget = budget }, get.Item().Sources[0], time ?? get.Time,
            CancellationToken.None);

    private static byte[] Content(GetFixture get, string path)
    {
        var bytes = new byte[Length];
        get.Server.Files[path].Content.Read(0, bytes);
        return bytes;
    }
}
