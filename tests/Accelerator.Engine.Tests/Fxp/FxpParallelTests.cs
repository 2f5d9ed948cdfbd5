using System.Collections.Concurrent;
using Accelerator.Engine.Fxp;
using Accelerator.Engine.Sites;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.TestKit;

namespace Accelerator.Engine.Tests.Fxp;

/// <summary>Many files between two servers: how many at once, what each costs, and what is made for them.</summary>
public sealed class FxpParallelTests
{
    private const string Time = "20260101000000";

    private static readonly byte[] Content = [1, 2, 3, 4, 5];

    [Fact]
    public async Task As_many_files_as_are_wanted_go_over_at_once_and_results_are_in_order()
    {
        const int Parallel = 4;
        using var from = Source(12);
        using var to = new FxpDouble { Incoming = Content };
        var (now, most) = (0, 0);
        using var all = new CountdownEvent(Parallel);
        from.Before = async line =>
        {
            if (!line.StartsWith("RETR", StringComparison.Ordinal)) return;
            var here = Interlocked.Increment(ref now);
            InterlockedMax(ref most, here);
            if (!all.IsSet) all.Signal();
            await Task.Run(() => all.Wait(ScriptedServer.Patience));
            Interlocked.Decrement(ref now);
        };
        var result = await RunAsync(from, to, [.. Items(12)], Parallel);
        Assert.True(result.Succeeded, string.Join('\n', result.Files.Select(file => file.Message)));
        Assert.Equal(Items(12).Select(item => $"{to.Address}/{item.To}"), result.Files.Select(file => file.Destination));
        Assert.Equal(Parallel, most);
    }

    [Fact]
    public async Task Sessions_log_in_while_files_are_looked_for_where_so_many_were_let_in_before()
    {
        using var memory = new TempFolder();
        using var from = Source(2);
        using var to = new FxpDouble { Incoming = Content };
        var sites = new SiteMemory(memory.Path, TimeProvider.System);
        // Of twelve that were let in before nine may be listing.
        var known = SiteFacts.None with { Sessions = new Learned<int>(12, TimeProvider.System.GetUtcNow()) };
        foreach (var server in (FxpDouble[])[from, to]) Assert.Null(await sites.LearnAsync(SiteKey.Of(server.Address.Endpoint, server.Address.Credential.User), _ => known, default));
        var (senders, receivers) = (new TaskCompletionSource(), new TaskCompletionSource());
        from.Entered = sessions => { if (sessions == 3) senders.TrySetResult(); };
        to.Entered = sessions => { if (sessions == 3) receivers.TrySetResult(); };
        var request = new FxpRequest { Source = from.Address, Destination = to.Address, Items = [], Parallel = 8, Sites = sites };
        var result = await new FxpRunner(TimeProvider.System).RunAsync(
            request,
            async _ =>
            {
                await senders.Task.SoonAsync();
                await receivers.Task.SoonAsync();
                return [.. Items(2)];
            },
            new Observer(static _ => { }),
            CancellationToken.None).SoonAsync();
        Assert.True(result.Succeeded && result.Files.Count == 2);
        Assert.Equal((3, 3), (from.Peak, to.Peak));
    }

    [Fact]
    public async Task A_destination_that_lets_three_in_costs_no_file_its_life()
    {
        using var from = Source(20);
        using var to = new FxpDouble { Incoming = Content, MostSessions = 3 };
        var result = await RunAsync(from, to, [.. Items(20)], 8);
        Assert.True(result.Succeeded, string.Join('\n', result.Files.Select(file => file.Message)));
        Assert.Equal(20, to.Commands.Count(line => line.StartsWith("RNTO", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task A_folder_is_made_once_before_the_first_file_into_it_and_none_for_nothing()
    {
        using var from = Source(6);
        using var to = new FxpDouble { Incoming = Content };
        var result = await RunAsync(from, to, [.. Items(6).Select((item, i) => item with { NewFolders = i % 2 == 0 ? [Path("in/new"), Path("in/new/sub")] : [] })], 3);
        Assert.True(result.Succeeded);
        var commands = to.Commands.Where(line => line.Split(' ')[0] is "MKD" or "STOR").ToList();
        Assert.Equal(["MKD in/new", "MKD in/new/sub"], commands.Where(line => line.StartsWith("MKD", StringComparison.Ordinal)));
        Assert.True(commands.IndexOf("MKD in/new/sub") < commands.IndexOf("STOR in/0.bin.part"));
    }

    [Fact]
    public async Task A_file_alone_has_its_folders_made_when_the_destination_does_not_store_there()
    {
        using var from = Source(1);
        using var to = new FxpDouble { Incoming = Content };
        to.Instead = line => line.StartsWith("STOR", StringComparison.Ordinal) && !to.Commands.Contains("MKD in") ? ["550 no such folder"] : null;
        var result = await RunAsync(from, to, [Items(1).Single() with { MakesFolders = true }], 1);
        Assert.True(result.Succeeded);
        Assert.Single(to.Commands, line => line.StartsWith("MKD", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_file_that_is_not_at_the_source_has_no_folder_made()
    {
        using var from = new FxpDouble();
        using var to = new FxpDouble { Incoming = Content };
        var result = await RunAsync(from, to, [Items(1).Single() with { MakesFolders = true, Listed = null }], 1);
        Assert.Equal(FailureKind.NotFound, Assert.Single(result.Files).Failure);
        Assert.DoesNotContain(to.Commands, line => line.StartsWith("MKD", StringComparison.Ordinal));
    }

    /// <summary>Each answer is withheld until all that is to go out with its command is there: one that asks in turn gets none. So what goes out together is one round trip: PASV, PORT, the questions, the renaming; STOR and RETR are the transfer.</summary>
    [Fact]
    public async Task Round_trips_of_a_file_that_was_listed_over_warm_sessions_are_four_besides_its_transfer()
    {
        using var from = Source(2, together: line => line == "SIZE 1.bin" ? 1 : 0);
        using var to = new FxpDouble { Incoming = Content, Together = line => line == "RNFR in/1.bin.part" ? 2 : 0 };
        var (weighed, looked) = (new TaskCompletionSource(), new TaskCompletionSource());
        var (told, asked) = (new TaskCompletionSource(), new TaskCompletionSource());
        to.Before = line => line switch
        {
            "STOR in/1.bin.part" => Meet(told, asked),
            "SIZE in/1.bin.part" => Meet(weighed, looked),
            _ => Task.CompletedTask,
        };
        from.Before = line => line switch
        {
            "RETR 1.bin" => Meet(asked, told),
            "SIZE 1.bin" => Meet(looked, weighed),
            _ => Task.CompletedTask,
        };
        // The clock stands still: who waits a moment for a refusal of STOR waits for ever.
        var result = await RunAsync(from, to, [.. Items(2)], 1, time: new FakeTime());
        Assert.True(result.Succeeded, string.Join('\n', result.Files.Select(file => file.Message)));
        Assert.Equal(["PASV", "STOR in/1.bin.part", "SIZE in/1.bin.part", "RNFR in/1.bin.part", "RNTO in/1.bin", "SIZE in/1.bin"], to.Commands.SkipWhile(line => line != "SIZE in/0.bin").Skip(1).Where(line => line != "QUIT"));
        Assert.Equal(["PORT 127,0,0,1,200,10", "RETR 1.bin", "SIZE 1.bin", "MDTM 1.bin"], from.Commands.SkipWhile(line => line != "MDTM 0.bin").Skip(1).Where(line => line != "QUIT"));

        static async Task Meet(TaskCompletionSource mine, TaskCompletionSource other)
        {
            mine.TrySetResult();
            await other.Task.WaitAsync(ScriptedServer.Patience);
        }
    }

    [Fact]
    public async Task A_server_that_answers_one_line_at_a_time_is_asked_so_from_then_on()
    {
        using var from = Source(3);
        using var to = new FxpDouble { Incoming = Content };
        var lost = 0;
        // What came behind RNFR is lost, and the connection with it.
        to.Instead = line => line switch
        {
            "RNTO in/0.bin" when Interlocked.Exchange(ref lost, 1) == 0 => [],
            // Who waits for this sends nothing behind it.
            "RNFR in/1.bin.part" => ["550 no"],
            _ => null,
        };
        var result = await RunAsync(from, to, [.. Items(3)], 1);
        Assert.Equal([null, FailureKind.Usage, null], result.Files.Select(file => file.Failure));
        Assert.Equal(2, to.Commands.Count(line => line == "RNTO in/0.bin"));
        Assert.DoesNotContain("RNTO in/1.bin", to.Commands);
    }

    [Fact]
    public async Task What_is_there_already_and_not_older_is_not_sent_again()
    {
        using var from = Source(3);
        using var to = new FxpDouble { Incoming = Content, Modified = Time };
        to.Put("in/0.bin", Content);
        to.Put("in/1.bin", [1]);
        var items = Items(3).Select(item => item with { IsNew = false });
        var result = await RunAsync(from, to, [.. items], 1, skip: true);
        Assert.Equal([null, FailureKind.Usage, null], result.Files.Select(file => file.Failure));
        Assert.Equal([true, false, false], result.Files.Select(file => file.WasThere));
        Assert.Equal(1, to.Commands.Count(line => line.StartsWith("STOR", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task What_is_there_and_older_is_no_copy()
    {
        using var from = Source(1);
        using var to = new FxpDouble { Incoming = Content, Modified = "20251231235959" };
        to.Put("in/0.bin", Content);
        var result = await RunAsync(from, to, [.. Items(1).Select(item => item with { IsNew = false })], 1, skip: true);
        Assert.Equal(FailureKind.Usage, Assert.Single(result.Files).Failure);
    }

    private static FxpDouble Source(int files, Func<string, int>? together = null)
    {
        var from = new FxpDouble { Modified = Time, Together = together ?? (static _ => 0) };
        for (var i = 0; i < files; i++) from.Put($"{i}.bin", Content);
        return from;
    }

    private static IEnumerable<FxpItem> Items(int files) =>
        Enumerable.Range(0, files).Select(i => new FxpItem(Path($"{i}.bin"), Path($"in/{i}.bin")) { Listed = new ListedFacts(Content.Length, Time), IsNew = true });

    private static FtpPath Path(string text) => FtpPath.FromText(text, FtpCharsets.Utf8);

    private static async Task<FxpResult> RunAsync(FxpDouble from, FxpDouble to, IReadOnlyList<FxpItem> items, int parallel, bool skip = false, TimeProvider? time = null)
    {
        var request = new FxpRequest { Source = from.Address, Destination = to.Address, Items = items, Parallel = parallel, SkipComplete = skip };
        var events = new ConcurrentQueue<FxpEvent>();
        var result = await new FxpRunner(time ?? TimeProvider.System).RunAsync(request, new Observer(events.Enqueue), CancellationToken.None).WaitAsync(TimeSpan.FromMinutes(1));
        Assert.Equal(items.Count, events.OfType<FxpEvent.Finished>().Count());
        return result;
    }

    private static void InterlockedMax(ref int most, int value)
    {
        for (var seen = Volatile.Read(ref most); value > seen && Interlocked.CompareExchange(ref most, value, seen) != seen; seen = Volatile.Read(ref most))
        {
        }
    }

    private sealed class Observer(Action<FxpEvent> report) : IProgress<FxpEvent>
    {
        public void Report(FxpEvent value) => report(value);
    }
}
