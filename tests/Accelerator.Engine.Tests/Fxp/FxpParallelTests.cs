namespace Accelerator.Engine.Tests.Fxp;

/// <summary>Many files between two servers: the number copied at once, the cost of each, and the folders created for them.</summary>
public sealed class FxpParallelTests : IDisposable
{
    private const string Time = "20260101000000";

    private static readonly byte[] Content = [1, 2, 3, 4, 5];

    private readonly FxpDouble _from = new() { Modified = Time };
    private readonly FxpDouble _to = new() { Incoming = Content };

    [Fact]
    public async Task As_many_files_as_are_wanted_go_over_at_once_and_results_are_in_order()
    {
        const int Parallel = 4;
        Serve(12);
        var (now, most) = (0, 0);
        var all = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _from.Before = async line =>
        {
            if (!line.StartsWith("RETR", StringComparison.Ordinal)) return;
            lock (all) most = Math.Max(most, ++now);
            if (most == Parallel) all.TrySetResult();
            await all.Task.SoonAsync();
            lock (all) now--;
        };
        var result = await RunAsync([.. Items(12)], Parallel);
        Assert.True(result.Succeeded, string.Join('\n', result.Files.Select(file => file.Message)));
        Assert.Equal(Items(12).Select(item => $"{_to.Address}/{item.To}"), result.Files.Select(file => file.Destination));
        Assert.Equal(Parallel, most);
    }

    [Fact]
    public async Task Sessions_log_in_while_files_are_looked_for_where_so_many_were_let_in_before()
    {
        using var memory = new TempFolder();
        Serve(2);
        var sites = SiteSamples.Memory(memory.Path);
        // Twelve sessions were admitted before, so nine may be listing.
        var known = SiteFacts.None with { Sessions = new Learned<int>(12, TimeProvider.System.GetUtcNow()) };
        var entered = new List<TaskCompletionSource>();
        foreach (var server in (FxpDouble[])[_from, _to])
        {
            Assert.Null(await sites.LearnAsync(server.Site, _ => known, default));
            var third = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            entered.Add(third);
            server.Entered = sessions => { if (sessions == 3) third.TrySetResult(); };
        }
        var request = new FxpRequest { Source = _from.Address, Destination = _to.Address, Items = [], Parallel = 8, Sites = sites };
        var result = await new FxpRunner(FxpFixture.Time).RunAsync(
            request,
            async cancellationToken =>
            {
                foreach (var third in entered) await third.Task.SoonAsync();
                // The client still reads the last reply to a login and asks for FEAT. No event reports when it has put the session where other
                // workers find it, and a busy machine takes long for it.
                await Task.Delay(TimeSpan.FromSeconds(1), cancellationToken);
                return [.. Items(2)];
            },
            new Counter(),
            CancellationToken.None).SoonAsync();
        Assert.True(result.Succeeded && result.Files.Count == 2);
        Assert.Equal((3, 3), (_from.Peak, _to.Peak));
    }

    [Fact]
    public async Task No_file_fails_if_the_destination_allows_three_sessions()
    {
        Serve(20);
        _to.MostSessions = 3;
        var result = await RunAsync([.. Items(20)], 8);
        Assert.True(result.Succeeded, string.Join('\n', result.Files.Select(file => file.Message)));
        Assert.Equal(20, _to.Count("RNTO"));
    }

    [Fact]
    public async Task A_folder_is_made_once_before_the_first_file_into_it_and_none_for_nothing()
    {
        Serve(6);
        var result = await RunAsync([.. Items(6).Select((item, i) => item with { NewFolders = i % 2 == 0 ? [Path("in/new"), Path("in/new/sub")] : [] })], 3);
        Assert.True(result.Succeeded);
        var commands = _to.Commands.Where(line => line.Split(' ')[0] is "MKD" or "STOR").ToList();
        Assert.Equal(["MKD in/new", "MKD in/new/sub"], commands.Where(line => line.StartsWith("MKD", StringComparison.Ordinal)));
        Assert.True(commands.IndexOf("MKD in/new/sub") < commands.IndexOf("STOR in/0.bin.part"));
    }

    [Fact]
    public async Task A_file_alone_has_its_folders_made_when_the_destination_does_not_store_there()
    {
        Serve(1);
        _to.Instead = line => line.StartsWith("STOR", StringComparison.Ordinal) && !_to.Commands.Contains("MKD in") ? ["550 no such folder"] : null;
        var result = await RunAsync([Items(1).Single() with { MakesFolders = true }], 1);
        Assert.True(result.Succeeded);
        Assert.Equal(1, _to.Count("MKD"));
    }

    [Fact]
    public async Task A_file_that_is_not_at_the_source_has_no_folder_made()
    {
        var result = await RunAsync([Items(1).Single() with { MakesFolders = true, Listed = null }], 1);
        Assert.Equal(FailureKind.NotFound, Assert.Single(result.Files).Failure);
        Assert.Equal(0, _to.Count("MKD"));
    }

    /// <summary>
    /// Withholds each reply until every command of the same round trip has arrived, so a client that sends them one at a time receives no
    /// reply. These groups go out together: PASV, PORT, the queries, the rename; STOR and RETR are the transfer.
    /// </summary>
    [Fact]
    public async Task A_listed_file_over_warm_sessions_takes_four_round_trips_besides_its_transfer()
    {
        Serve(2);
        _from.Together = line => line == "SIZE 1.bin" ? 1 : 0;
        _to.Together = line => line == "RNFR in/1.bin.part" ? 2 : 0;
        var (weighed, looked) = (new TaskCompletionSource(), new TaskCompletionSource());
        var (told, asked) = (new TaskCompletionSource(), new TaskCompletionSource());
        _to.Before = line => line switch
        {
            "STOR in/1.bin.part" => Meet(told, asked),
            "SIZE in/1.bin.part" => Meet(weighed, looked),
            _ => Task.CompletedTask,
        };
        _from.Before = line => line switch
        {
            "RETR 1.bin" => Meet(asked, told),
            "SIZE 1.bin" => Meet(looked, weighed),
            _ => Task.CompletedTask,
        };
        // The clock stands still: a client that waits for a refusal of STOR would wait for ever.
        var result = await RunAsync([.. Items(2)], 1, time: new FakeTime());
        Assert.True(result.Succeeded, string.Join('\n', result.Files.Select(file => file.Message)));
        Assert.Equal(["PASV", "STOR in/1.bin.part", "SIZE in/1.bin.part", "RNFR in/1.bin.part", "RNTO in/1.bin", "SIZE in/1.bin"], _to.Commands.SkipWhile(line => line != "SIZE in/0.bin").Skip(1).Where(line => line != "QUIT"));
        Assert.Equal(["PORT 127,0,0,1,200,10", "RETR 1.bin", "SIZE 1.bin", "MDTM 1.bin"], _from.Commands.SkipWhile(line => line != "MDTM 0.bin").Skip(1).Where(line => line != "QUIT"));

        static async Task Meet(TaskCompletionSource mine, TaskCompletionSource other)
        {
            mine.TrySetResult();
            await other.Task.WaitAsync(ScriptedServer.Patience);
        }
    }

    [Fact]
    public async Task A_server_that_answers_one_line_at_a_time_is_asked_so_from_then_on()
    {
        Serve(3);
        var lost = 0;
        // The command sent after RNFR is lost, and the connection with it.
        _to.Instead = line => line switch
        {
            "RNTO in/0.bin" when Interlocked.Exchange(ref lost, 1) == 0 => [],
            // A client that waits for this reply has pipelined nothing after it.
            "RNFR in/1.bin.part" => ["550 no"],
            _ => null,
        };
        var result = await RunAsync([.. Items(3)], 1);
        Assert.Equal([null, FailureKind.Usage, null], result.Files.Select(file => file.Failure));
        Assert.Equal(2, _to.Commands.Count(line => line == "RNTO in/0.bin"));
        Assert.DoesNotContain("RNTO in/1.bin", _to.Commands);
    }

    [Theory]
    [InlineData(Time, true)]
    [InlineData("20251231235959", false)]
    public async Task A_file_already_there_and_not_older_is_not_sent_again(string modified, bool isCopy)
    {
        Serve(3);
        _to.Modified = modified;
        _to.Put("in/0.bin", Content);
        _to.Put("in/1.bin", [1]);
        var result = await RunAsync([.. Items(3).Select(item => item with { IsNew = false })], 1, skip: true);
        Assert.Equal([isCopy ? null : FailureKind.Usage, FailureKind.Usage, null], result.Files.Select(file => file.Failure));
        Assert.Equal([isCopy, false, false], result.Files.Select(file => file.WasThere));
        Assert.Equal(1, _to.Count("STOR"));
    }

    public void Dispose()
    {
        _from.Dispose();
        _to.Dispose();
    }

    private void Serve(int files)
    {
        for (var i = 0; i < files; i++) _from.Put($"{i}.bin", Content);
    }

    private static IEnumerable<FxpItem> Items(int files) =>
        Enumerable.Range(0, files).Select(i => new FxpItem(Path($"{i}.bin"), Path($"in/{i}.bin")) { Listed = new ListedFacts(Content.Length, Time), IsNew = true });

    private static FtpPath Path(string text) => FtpPath.FromText(text, FtpCharsets.Utf8);

    private async Task<FxpResult> RunAsync(IReadOnlyList<FxpItem> items, int parallel, bool skip = false, TimeProvider? time = null)
    {
        var request = new FxpRequest { Source = _from.Address, Destination = _to.Address, Items = items, Parallel = parallel, SkipComplete = skip };
        var events = new Counter();
        var result = await new FxpRunner(time ?? FxpFixture.Time).RunAsync(request, events, CancellationToken.None).WaitAsync(3 * ScriptedServer.Patience);
        Assert.Equal(items.Count, events.Finished);
        return result;
    }

    private sealed class Counter : IProgress<FxpEvent>
    {
        private int _finished;

        public int Finished => _finished;

        public void Report(FxpEvent value)
        {
            if (value is FxpEvent.Finished) Interlocked.Increment(ref _finished);
        }
    }
}
