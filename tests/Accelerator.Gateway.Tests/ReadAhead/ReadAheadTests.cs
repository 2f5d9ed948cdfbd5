using Accelerator.Loopback.Logging;
using static Accelerator.Gateway.Tests.ReadAhead.SmallFiles;

namespace Accelerator.Gateway.Tests.ReadAhead;

/// <summary>Small files that a client fetches one by one: the gateway has them before the client asks.</summary>
public sealed class ReadAheadTests
{
    [Theory]
    [InlineData("LIST -a")]
    [InlineData("NLST")]
    [InlineData("MLSD")]
    public async Task After_two_files_in_the_listings_order_the_others_cost_no_round_trip(string list)
    {
        await using var gateway = Start();
        var expected = AddTo(gateway);
        var client = await BeginAsync(gateway, list);
        await ReadyAsync(gateway, "/pub");
        var before = gateway.Server.Log.Commands.Count;

        for (var i = 2; i < Count; i++)
        {
            await client.AskAsync($"SIZE f{i:00}", $"213 {expected[i].Length}");
            await client.AskAsync($"MDTM f{i:00}", "213 2");
            var got = await client.TransferAsync($"RETR f{i:00}");
            Assert.Equal("226 Transfer complete.", got.Final);
            Assert.Equal(expected[i], got.Bytes);
        }

        Assert.Equal(before, gateway.Server.Log.Commands.Count);
        Assert.All(gateway.Server.Log.Retrievals.GroupBy(one => one.Path), file => Assert.Single(file));
        Assert.Equal(Count - 2, gateway.Events.OfType<GatewayEvent.Ended>().Count(one => one is { IsFromMemory: true, Failure: null }));
    }

    [Fact]
    public async Task The_limit_covers_files_that_are_fetched_ahead()
    {
        const int Length = 20_000;
        var time = new FakeTime();
        await using var gateway = Start();
        gateway.Request = gateway.Request with { SharedRate = new RateBudget(Length, time) };
        AddTo(gateway, Length);
        var needed = await GatewayFixture.ElapseAsync(time, FetchAheadAsync());
        // One file accumulates.
        Assert.True(needed.TotalSeconds >= Count - 1, $"{needed} for {Count} files of a second.");

        async Task FetchAheadAsync()
        {
            await BeginAsync(gateway);
            await ReadyAsync(gateway, "/pub");
        }
    }

    [Fact]
    public async Task After_two_MDTM_commands_the_replies_for_all_files_are_read_ahead()
    {
        // lftp mirror.
        await using var gateway = Start();
        AddTo(gateway);
        var client = await gateway.LoginAsync();
        await client.AskAsync("CWD /pub", "250");
        await client.TextAsync("LIST");
        for (var i = 0; i < 2; i++) await client.AskAsync($"MDTM f{i:00}", "213 2");
        await gateway.Server.Log.WaitForAsync(log => log.CountOf("MDTM") == Count, default).SoonAsync();
        for (var i = 2; i < Count; i++) await client.AskAsync($"MDTM f{i:00}", "213 2");
        Assert.Equal(Count, gateway.Server.Log.CountOf("MDTM"));
        Assert.Empty(gateway.Server.Log.Retrievals);
    }

    [Fact]
    public async Task The_next_folder_of_a_client_that_fetched_the_last_one_completely_is_fetched_at_once()
    {
        await using var gateway = Start();
        AddTo(gateway);
        var next = gateway.Add("/pub/sub/x", 5000, seed: 99);
        var client = await BeginAsync(gateway);
        for (var i = 2; i < Count; i++) await client.TransferAsync($"RETR f{i:00}");
        await client.AskAsync("CWD sub", "250");
        await client.TextAsync("LIST");
        await gateway.Server.Log.WaitForAsync(log => log.Commands.Count(one => one.Line == "MDTM /pub/sub/x") == 2, default).SoonAsync();
        Assert.Equal(next, (await client.TransferAsync("RETR x")).Bytes);
        Assert.Single(gateway.Server.Log.Retrievals, one => one.Path == "/pub/sub/x");
        Assert.True(gateway.Events.OfType<GatewayEvent.Ended>().Last().IsFromMemory);
    }

    [Fact]
    public async Task A_repeated_RETR_is_answered_from_memory_after_one_question()
    {
        await using var gateway = Start();
        var expected = gateway.Add("/f", 300_000);
        var client = await gateway.LoginAsync();
        for (var i = 0; i < 3; i++) Assert.Equal(expected, (await client.TransferAsync("RETR /f")).Bytes);
        Assert.Single(gateway.Server.Log.Retrievals);
        Assert.Equal([false, true, true], gateway.Events.OfType<GatewayEvent.Ended>().Select(one => one.IsFromMemory));
    }

    [Fact]
    public async Task A_file_that_has_changed_is_fetched_again()
    {
        await using var gateway = Start(adjust: settings => settings with { ReadAhead = new ReadAheadSettings { MaxAge = TimeSpan.Zero } });
        gateway.Add("/f", 3000);
        var client = await gateway.LoginAsync();
        await client.TransferAsync("RETR /f");
        var changed = gateway.Add("/f", 3000, seed: 2);
        gateway.Server.Files.Touch("/f", LoopbackTree.DefaultModifiedUtc.AddDays(1));
        Assert.Equal(changed, (await client.TransferAsync("RETR /f")).Bytes);
        Assert.Equal(changed, (await client.TransferAsync("RETR /f")).Bytes);
        Assert.Equal(2, gateway.Server.Log.Retrievals.Count);
    }

    [Fact]
    public async Task Logins_share_nothing()
    {
        await using var gateway = Start();
        gateway.Add("/f", 3000);
        foreach (var user in new[] { "one", "two", "one" })
        {
            var client = await gateway.LoginAsync(user);
            await client.TransferAsync("RETR /f");
        }
        Assert.Equal([false, false, true], gateway.Events.OfType<GatewayEvent.Ended>().Select(one => one.IsFromMemory));
    }

    [Fact]
    public async Task A_client_that_changes_a_file_sees_the_change()
    {
        await using var gateway = Start(adjust: settings => settings with { AllowChanges = true, ReadAhead = Patient });
        gateway.Add("/f", 3000);
        var client = await gateway.LoginAsync();
        await client.TransferAsync("RETR /f");
        // The loopback server refuses it, but the gateway cannot rely on a refusal.
        await client.AskAsync("DELE /f", "5");
        await client.TransferAsync("RETR /f");
        Assert.Equal(2, gateway.Server.Log.Retrievals.Count);
    }

    [Theory]
    [InlineData("cut short")]
    [InlineData("refused")]
    [InlineData("too long")]
    [InlineData("without 226")]
    [InlineData("changed meanwhile")]
    public async Task A_fetch_ahead_that_fails_is_not_noticed_by_the_client(string fault)
    {
        var retr = Fault.OnRetr().OnPath("/pub/f10").Nth(1);
        await using var gateway = Start(new LoopbackOptions
        {
            Faults = FaultPlan.Of(fault switch
            {
                "cut short" => retr.EndShortAfter(100),
                "refused" => retr.Refuse("550 Not now."),
                "too long" => retr.SendExtra(10),
                "without 226" => retr.Final("451 Read error."),
                _ => retr.ChangeFilesAfter(500, files => files.Touch("/pub/f10", LoopbackTree.DefaultModifiedUtc.AddDays(1))),
            }),
        });
        var expected = AddTo(gateway);
        var client = await BeginAsync(gateway);
        // The first RETR of each file must be that of the read-ahead, also of the file whose RETR is refused and becomes no transfer.
        await gateway.Server.Log.WaitForAsync(
            log => log.Commands.Where(one => one.Verb == "RETR").Select(one => one.Line).Distinct().Count() == Count, default).SoonAsync();
        for (var i = 2; i < Count; i++)
        {
            var got = await client.TransferAsync($"RETR f{i:00}");
            Assert.Equal("226 Transfer complete.", got.Final);
            Assert.Equal(expected[i], got.Bytes);
        }
        Assert.Equal(fault == "refused" ? 1 : 2, gateway.Server.Log.Retrievals.Count(one => one.Path == "/pub/f10"));
    }

    [Fact]
    public async Task Memory_and_files_ahead_are_bounded()
    {
        await using var gateway = Start(adjust: settings => settings with { ReadAhead = Patient with { Memory = 400_000, Files = 30 }, Time = Slow });
        AddTo(gateway, length: 5000);
        gateway.Add("/pub/f07", 30_000);
        var client = await BeginAsync(gateway);
        // A quarter of the memory has room for 20 files of 5000 bytes less the large one, which does not fit a sixteenth.
        await gateway.Server.Log.WaitForAsync(log => log.Retrievals.Count(one => one.Ending == TransferEnding.Complete) == 2 + 20, default).SoonAsync();
        await client.AskAsync("NOOP", "200");
        Assert.DoesNotContain(gateway.Server.Log.Retrievals, one => one.Path == "/pub/f07");
        Assert.Equal(22, gateway.Server.Log.Retrievals.Count);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public async Task A_server_that_allows_few_sessions_serves_the_client_first(int limit)
    {
        await using var gateway = Start(new LoopbackOptions { MaxConnections = limit }, settings => settings with { ReadAhead = Patient });
        gateway.Request = gateway.Request with { Streams = null };
        var expected = AddTo(gateway);
        var client = await BeginAsync(gateway);
        for (var i = 2; i < Count; i++) Assert.Equal(expected[i], (await client.TransferAsync($"RETR f{i:00}")).Bytes);
    }

    [Fact]
    public async Task More_sessions_fetch_ahead_once_the_client_has_got_files_from_memory()
    {
        const int Files = 120, Workers = 16;
        // Behind the first file of each of the first workers, a transfer stops until the clock of the server moves, so that those of all workers overlap.
        var time = new FakeTime();
        var stalls = Enumerable.Range(2 + Workers, Files - 2 - Workers)
            .Select(i => Fault.OnRetr().OnPath($"/pub/f{i:000}").StallAfter(100, TimeSpan.FromSeconds(1)));
        // One batch of questions is about all files that are wanted at first, so that the workers take them in order.
        await using var gateway = Start(
            new LoopbackOptions { TimeProvider = time, Faults = FaultPlan.Of([.. stalls]) },
            settings => settings with { ReadAhead = Patient with { Files = 2 * Workers }, Time = Slow });
        gateway.Request = gateway.Request with { Streams = null };
        for (var i = 0; i < Files; i++) gateway.Add($"/pub/f{i:000}", 10_000, seed: i);
        var client = await gateway.LoginAsync();
        await client.AskAsync("CWD /pub", "250");
        await client.TextAsync("LIST");
        await FetchAsync(0, 2);
        // In memory and confirmed: the client gets them from there.
        await gateway.Server.Log.WaitForAsync(
            log => Enumerable.Range(2, Workers).All(i => log.Commands.Count(one => one.Line == $"MDTM /pub/f{i:000}") == 2), default).SoonAsync();
        await FetchAsync(2, 2 + Workers - 1);
        Assert.InRange(gateway.Server.Log.PeakTransfers, 1, Workers + 1);
        await FetchAsync(2 + Workers - 1, 2 + Workers);
        await gateway.Server.Log.WaitForAsync(log => log.PeakTransfers >= Workers + 2, default).SoonAsync();
        var rest = FetchAsync(2 + Workers, Files);
        while (!rest.IsCompleted)
        {
            time.Advance(TimeSpan.FromSeconds(1));
            await Task.WhenAny(rest, Task.Delay(5));
        }
        await rest;
        Assert.InRange(gateway.Server.Log.PeakTransfers, Workers + 2, 32 + 1);

        async Task FetchAsync(int from, int to)
        {
            for (var i = from; i < to; i++) Assert.Equal(10_000, (await client.TransferAsync($"RETR f{i:000}")).Bytes.Length);
        }
    }

    [Fact]
    public async Task Without_read_ahead_each_file_is_fetched_when_it_is_asked_for()
    {
        await using var gateway = Start(adjust: settings => settings with { ReadAhead = new ReadAheadSettings { Memory = 0 } });
        AddTo(gateway);
        var client = await BeginAsync(gateway);
        await client.TransferAsync("RETR f02");
        await client.TransferAsync("RETR f02");
        Assert.Equal(4, gateway.Server.Log.Retrievals.Count);
        Assert.Equal(1, gateway.Server.Log.Logins);
    }

    private static GatewayFixture Start(LoopbackOptions? options = null, Func<GatewaySettings, GatewaySettings>? adjust = null) =>
        GatewayFixture.Start(options, adjust ?? (settings => settings with { ReadAhead = Patient, Time = Slow }));

    // Up to the second file.
    private static async Task<RawFtp> BeginAsync(GatewayFixture gateway, string list = "LIST")
    {
        var client = await gateway.LoginAsync();
        await client.AskAsync("CWD /pub", "250");
        Assert.NotEmpty(await client.TextAsync(list));
        for (var i = 0; i < 2; i++) Assert.Equal("226 Transfer complete.", (await client.TransferAsync($"RETR f{i:00}")).Final);
        return client;
    }
}
