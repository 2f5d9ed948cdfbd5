using Accelerator.Cli.Tests.Service;

namespace Accelerator.Cli.Tests.Job;

/// <summary>The operator's input and the output for it. Tests of the service cover what the service does with a request.</summary>
public sealed class JobCommandRunnerTests : CommandLineFixture
{
    private const string Bell = "\u001b[2J";

    private readonly List<string> _asked = [];

    private DateTimeOffset Now => Process.Time.GetUtcNow();

    [Fact]
    public async Task The_job_status_table_escapes_control_characters()
    {
        await using var service = Serve("job.list", async (reply, token) =>
        {
            await reply.SayAsync("note", $"The service is {Bell}paused.", ControlJson.Default.String, token);
            await reply.SayAsync("job", Status(), ControlJson.Default.JobStatus, token);
            await reply.SayAsync("job", new JobStatus { Name = "aux", Server = "b", Kind = "pull", Enabled = false, PausedSince = Now.AddDays(-1), PausedReason = $"The {Bell}dish is moved.", Files = new Dictionary<string, long>() }, ControlJson.Default.JobStatus, token);
        });
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("list"));
        AssertOut(
            """
            job     server  state   next poll  last complete poll  waiting  in progress  failed  oldest  last delivery
            passes  a       late    in 0:23    0:07 ago            1,203    1            2       2d01h   1:00:00 ago
            aux     b       paused  -          -                   0        0            0       -       -
            aux has been paused since 2026-01-01 03:04:05 UTC: The \x1B[2Jdish is moved.
            passes: passes has a file\x1B[2J that waits for 2 d.

            """);
        Assert.Equal("ftpx: note: The service is \\x1B[2Jpaused.\n", Err);
        Assert.Equal(["job.list"], _asked);
    }

    /// <summary>docs/dashboard.md lists the names in the JSON and the labels of the page in one table.</summary>
    [Fact]
    public async Task A_state_is_shown_with_the_label_of_the_status_page()
    {
        var labels = Docs.CheckoutFiles.Read("docs/dashboard.md").ReplaceLineEndings("\n").Split('\n')
            .SkipWhile(line => !line.StartsWith("| state |", StringComparison.Ordinal)).Skip(2).TakeWhile(line => line.StartsWith('|'))
            .Select(line => line.Split('|')).Select(cells => (State: cells[1].Trim(' ', '`'), Label: cells[2].Trim())).ToList();
        Assert.Equal(16, labels.Count);
        await using var service = Serve("job.list", async (reply, token) =>
        {
            foreach (var (state, _) in labels)
                await reply.SayAsync("job", Status() with { State = state, Sentence = null }, ControlJson.Default.JobStatus, token);
        });
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("list"));
        Assert.Equal(labels.Select(row => row.Label), OutLines.Skip(1).Select(line => line[16..].Split("  ")[0].TrimEnd()));
    }

    [Fact]
    public async Task A_dry_run_shows_each_folder_and_each_file_that_waits_and_why()
    {
        await using var service = Serve("job.run", SayPollAsync);
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("run", "passes", "--dry-run"));
        AssertOut(
            """
            folder  entries  matching  new  to deliver  size      listing
            /pub    10       4         3    2           3.00 MiB  incomplete
            /pub: The listing \x1B[2Jended early.

            file                folder  size      status
            pass-\x1B[2J-1.bin  /pub    2.00 MiB  is complete and would be delivered
            and 1,200 more.
            This was a dry run: nothing was written.

            """);
        Assert.Equal("ftpx: note: passes is paused.\n", Err);
        Assert.Equal(["job.run job=passes dry=true"], _asked);
    }

    [Fact]
    public async Task A_folder_that_cannot_be_listed_is_reported_as_a_failure()
    {
        await using var service = Serve("job.run", (reply, token) => reply.SayAsync("folder", new PolledFolder { Folder = "/pub", Problem = $"No {Bell}connection." }, ControlJson.Default.PolledFolder, token));
        Assert.Equal((int)ExitCodes.Service, await RunAsync("run", "passes"));
        Assert.Contains("/pub    0        0         0    0           0 B   failed", Out, StringComparison.Ordinal);
        Assert.Equal("ftpx: error: /pub: No \\x1B[2Jconnection.\n", Err);
        Assert.Equal(["job.run job=passes dry=false"], _asked);
    }

    [Fact]
    public async Task Delivered_and_quarantined_files_are_tables()
    {
        await using var service = new ServedControl(Process.Folder, [Verb("job.history", (reply, token) => reply.SayAsync("delivery", Delivery(Now) with { Version = 2 }, ControlJson.Default.Delivery, token)), Verb("job.failures", (reply, token) => reply.SayAsync("put_aside", PutAside(), ControlJson.Default.QuarantinedFile, token))]);
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("history"));
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("history", "passes", "--failures", "--limit", "1000"));
        AssertOut(
            """
            id  delivered                job     file                version  size      delay    path
            7   2026-01-02 03:04:05 UTC  passes  pass-\x1B[2J-1.bin  2        1.00 MiB  1:02:03  /in/pass-1.bin
            file                job     folder  size      since                    attempts  reason
            pass-\x1B[2J-1.bin  passes  /pub    1.00 MiB  2026-01-02 03:04:05 UTC  10        failed: It \x1B[2Jbroke.

            """);
        Assert.Equal(["job.history most=20", "job.failures job=passes most=1000"], _asked);
    }

    [Fact]
    public async Task Each_line_of_JSON_has_its_type_and_is_pure_ASCII()
    {
        await using var service = new ServedControl(Process.Folder,
        [
            Verb("job.list", (reply, token) => reply.SayAsync("job", Status(), ControlJson.Default.JobStatus, token)), Verb("job.run", SayPollAsync),
            Verb("job.history", (reply, token) => reply.SayAsync("delivery", Delivery(Now), ControlJson.Default.Delivery, token)),
            Verb("job.failures", (reply, token) => reply.SayAsync("put_aside", PutAside(), ControlJson.Default.QuarantinedFile, token)),
        ]);
        foreach (var words in (string[][])[["list"], ["run", "passes", "--dry-run"], ["history"], ["history", "--failures"]]) Assert.Equal((int)ExitCodes.Ok, await RunAsync([.. words, "--json"]));
        Assert.Equal(["job_status", "job_folder", "job_file", "job_more", "delivery", "put_aside"], JsonTypes());
        Assert.All(OutLines, line => Assert.DoesNotContain('\u001b', line));
        Assert.Equal("2026-01-02T03:04:28Z", JsonDocument.Parse(OutLines[0]).RootElement.GetProperty("next_look").GetString());
    }

    [Fact]
    public async Task Each_change_is_reported_in_one_sentence()
    {
        await using var service = new ServedControl(Process.Folder,
        [
            Verb("job.pause", static (_, _) => Task.CompletedTask), Verb("job.resume", (reply, token) => reply.SayAsync("was_paused", true, ControlJson.Default.Boolean, token)),
            Verb("job.retry", (reply, token) => reply.SayAsync("queued", 3L, ControlJson.Default.Int64, token)),
        ]);
        foreach (var words in (string[][])[["pause", "passes", "--reason", "The dish is moved."], ["resume", "passes"], ["retry", "passes"], ["retry", "passes", "pass-1.bin"], ["retry", "passes", "--effects"]]) Assert.Equal((int)ExitCodes.Ok, await RunAsync(words));
        Assert.Equal(["job.pause job=passes reason=The dish is moved.", "job.resume job=passes", "job.retry job=passes", "job.retry job=passes name=pass-1.bin", "job.retry job=passes effects=true"], _asked);
        AssertOut(
            """
            passes is paused, and stays paused when the service restarts. Files in progress are completed. To continue, run: ftpx job resume passes
            passes is resumed.
            3 files of passes are queued again, with all attempts.
            3 files of passes are queued again, with all attempts.
            3 commands or manifest lines of passes are queued again.

            """);
    }

    [Theory]
    [InlineData(ControlFailure.NotFound, 2)]
    [InlineData(ControlFailure.Usage, 2)]
    [InlineData(ControlFailure.Server, 14)]
    [InlineData(ControlFailure.Disk, 14)]
    [InlineData(ControlFailure.Stopping, 14)]
    public async Task A_refusal_by_the_service_gives_one_message_and_an_exit_code(ControlFailure kind, int exitCode)
    {
        await using var service = Serve("job.run", (_, _) => throw new ControlException(kind, $"No, {Bell}."));
        Assert.Equal(exitCode, await RunAsync("run", "passes"));
        Assert.Equal("ftpx: error: No, \\x1B[2J.\n", Err);
        Assert.Empty(Out);
    }

    [Fact]
    public async Task Where_no_service_runs_its_ledger_is_read_and_stays_as_it_is()
    {
        var path = await FillLedgerAsync();
        var before = await File.ReadAllBytesAsync(path);
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("list"));
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("history", "passes"));
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("history", "--failures"));
        AssertOut(
            """
            job     server    state   next poll  last complete poll  waiting  in progress  failed  oldest  last delivery
            passes  svalbard  paused  -          0:00 ago            1        0            1       0:00    -
            passes has been paused since 2026-01-02 03:04:05 UTC: The dish is moved.
            Nothing has been delivered yet.
            file     job     folder  size  since                    attempts  reason
            bad.bin  passes  /pub    10 B  2026-01-02 03:04:05 UTC  1         failed: It broke.

            """);
        Assert.Equal(string.Concat(Enumerable.Repeat($"ftpx: note: The service is not running; this is the content of {path}.\n", 3)), Err);
        Assert.Equal(before, await File.ReadAllBytesAsync(path));

        Assert.Equal((int)ExitCodes.Usage, await RunAsync("history", "other"));
        Assert.EndsWith("ftpx: error: There is no job \"other\". The only job is passes.\n", Err);
    }

    [Theory]
    [InlineData("list", false, "The service with the data folder {0} does not answer.", "The folder has no readable ledger.db either", "systemctl status ftpxd")]
    [InlineData("run passes", false, "The service with the data folder {0} does not answer.", " does not answer.\n", "systemctl status ftpxd")]
    [InlineData("list", true, "", "file is not a database")]
    public async Task A_missing_or_damaged_ledger_gives_an_error_with_the_next_step(string words, bool isDamaged, string start, params string[] parts)
    {
        if (isDamaged) Process.Write("ledger.db", "This is no database, and long enough to be taken for one.");
        Assert.Equal((int)ExitCodes.Service, await RunAsync(words.Split(' ')));
        Assert.StartsWith("ftpx: error: " + start.Replace("{0}", Process.Folder), Err);
        Assert.All(parts, part => Assert.Contains(part, Err));
    }

    private async Task<string> FillLedgerAsync()
    {
        var path = PathOf("ledger.db");
        await using var ledger = await JobLedger.OpenAsync(new SqliteDatabase(path), Process.Time, CancellationToken.None);
        var folder = await ledger.Folders.OpenAsync("passes", "svalbard", "/pub", "/in", CancellationToken.None);
        KnownFile Known(string name) => new() { Name = name, Size = 10, State = FileState.Queued, Polls = 1, FirstSeen = Now, Since = Now };
        await ledger.Folders.ApplyAsync(folder.Id, [new FileChange(null, Known("bad.bin"), 1, 0)], CancellationToken.None);
        await ledger.Folders.EndAsync(folder.Id, new PollEnd(Now, Now, true, 2, null), CancellationToken.None);
        var claim = Assert.Single(await ledger.Claims.ClaimAsync("svalbard", ["passes"], [], 1, "n/1", TimeSpan.FromHours(1), CancellationToken.None));
        await ledger.Claims.GiveUpAsync(claim, FileState.Failed, "It broke.", "network", CancellationToken.None);
        await ledger.Folders.ApplyAsync(folder.Id, [new FileChange(null, Known("good.bin"), 1, 0)], CancellationToken.None);
        await ledger.Upkeep.PauseAsync("passes", "The dish is moved.", CancellationToken.None);
        return path;
    }

    private JobStatus Status() => new()
    {
        Name = "passes",
        Server = "a",
        Kind = "pull",
        Enabled = true,
        State = "late",
        Sentence = $"passes has a file{Bell} that waits for 2 d.",
        NextPoll = Now.AddSeconds(23),
        LastCompletePoll = Now.AddSeconds(-7),
        Files = new Dictionary<string, long> { ["discovered"] = 1000, ["stable"] = 200, ["queued"] = 3, ["transferring"] = 1, ["failed"] = 1, ["quarantined"] = 1, ["published"] = 7 },
        OldestUndelivered = Now.AddHours(-49),
        LastDelivered = Now.AddHours(-1),
    };

    internal static Delivery Delivery(DateTimeOffset now) => new()
    {
        Id = 7, FileId = 9, Version = 1, Job = "passes", Server = "a", Folder = "/pub", Name = $"pass-{Bell}-1.bin", Size = 1 << 20, FinalPath = "/in/pass-1.bin", Fetched = 1 << 20, Attempts = 0, Owner = "n/1",
        FirstSeen = now.AddSeconds(-3723), QueuedAt = now, StartedAt = now, PublishedAt = now,
    };

    private QuarantinedFile PutAside() => new(9, "passes", "/pub", $"pass-{Bell}-1.bin", 1 << 20, FileState.Failed, Now, 10, $"It {Bell}broke.", "network");

    private static async Task SayPollAsync(ControlReply reply, CancellationToken token)
    {
        await reply.SayAsync("note", "passes is paused.", ControlJson.Default.String, token);
        await reply.SayAsync("looking", "passes", ControlJson.Default.String, token);
        await reply.SayAsync("folder", new PolledFolder { Folder = "/pub", Listed = 10, Wanted = 4, New = 3, Queued = 2, QueuedBytes = 3 << 20, Note = $"The listing {Bell}ended early." }, ControlJson.Default.PolledFolder, token);
        await reply.SayAsync("file", new HeldFile("/pub", $"pass-{Bell}-1.bin", 2 << 20, "is complete and would be delivered"), ControlJson.Default.HeldFile, token);
        await reply.SayAsync("more", 1200L, ControlJson.Default.Int64, token);
    }

    [Fact]
    public async Task Gaps_are_a_table_with_the_reason_and_the_share_below_it()
    {
        var day = new DateTimeOffset(2026, 1, 1, 0, 0, 0, TimeSpan.Zero);
        await using var service = Serve("job.gaps", async (reply, token) =>
        {
            await reply.SayAsync("slot", new ProductSlot { At = day, State = SlotState.Partial, Have = 1, Expect = 3, Absent = ["b", Bell], Waiting = 1 }, ControlJson.Default.ProductSlot, token);
            await reply.SayAsync("slot", new ProductSlot { At = day.AddHours(1), State = SlotState.Late, Have = 0, Expect = 3, Absent = ["a", "b", "c"] }, ControlJson.Default.ProductSlot, token);
            await reply.SayAsync("completeness", new JobCompleteness("passes", day, Now, 997, 1000, 2, 4, 1, [new("a", 333, 334), new("b", 334, 334)]), ControlJson.Default.JobCompleteness, token);
        });
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("gaps", "passes", "--since", "2026-01-01"));
        AssertOut(
            """
            slot                  state    files   absent     reason
            2026-01-01 00:00 UTC  partial  1 of 3  b \x1B[2J  1 not on the archive, 1 found, not delivered yet
            2026-01-01 01:00 UTC  late     0 of 3  all        3 not on the archive
            passes: 997 of 1,000 expected files since 2026-01-01 00:00 UTC are delivered (99.7 %); 2 slots incomplete.
            4 slots in known outages are not counted.
            channel a: 333 of 334 slots (99.7 %)
            1 file does not match expect.pattern.

            """);
        Assert.Equal(["job.gaps job=passes since=2026-01-01T00:00:00.0000000Z"], _asked);
        TakeOut();
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("gaps", "passes", "--json"));
        Assert.Equal(["job_gap", "job_gap", "job_completeness"], JsonOut.Select(line => line.GetProperty("type").GetString()));
    }

    [Fact]
    public async Task Outages_are_added_with_both_ends_and_removed_by_their_number()
    {
        var day = new DateTimeOffset(2026, 1, 1, 0, 0, 0, TimeSpan.Zero);
        await using var service = new ServedControl(Process.Folder,
        [
            Verb("job.outage.add", (reply, token) => reply.SayAsync("outage", new Outage(3, "passes", day, day.AddHours(1), "antenna", Now), ControlJson.Default.Outage, token)),
            Verb("job.outage.remove", (_, _) => Task.CompletedTask), Verb("job.outage.list", (_, _) => Task.CompletedTask),
        ]);
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("outage", "add", "passes", "--from", "2026-01-01", "--to", "2026-01-01T01:00", "--reason", "antenna"));
        AssertOut(
            """
            id  job     from                  to                    reason
            3   passes  2026-01-01 00:00 UTC  2026-01-01 01:00 UTC  antenna

            """);
        TakeOut();
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("outage", "list"));
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("outage", "remove", "passes", "3"));
        Assert.Equal("There are no known outages.\nOutage 3 of passes is removed.\n", Out);
        Assert.Equal(["job.outage.add job=passes reason=antenna from=2026-01-01T00:00:00.0000000Z to=2026-01-01T01:00:00.0000000Z", "job.outage.list", "job.outage.remove job=passes id=3"], _asked);
        foreach (var words in (string[][])[["outage", "drop", "passes"], ["outage", "add"], ["outage", "add", "passes", "--from", "2h"], ["outage", "remove", "passes"], ["history", "--failures", "--name", "*"], ["history", "--failures", "--before", "7"], ["history", "--before", "0"], ["history", "--before", "a"]])
            Assert.Equal((int)ExitCodes.Usage, await RunAsync(words));
    }

    [Fact]
    public async Task A_skipped_file_and_a_searched_history_are_asked_for()
    {
        await using var service = new ServedControl(Process.Folder,
            [Verb("job.skip", (reply, token) => reply.SayAsync("skipped", 1, ControlJson.Default.Int64, token)), Verb("job.history", (_, _) => Task.CompletedTask)]);
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("skip", "passes", "a.nc", "--reason", "corrupt"));
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("history", "passes", "--name", "a*", "--since", "1d", "--until", "2026-01-02"));
        Assert.Equal(["1 file of passes is skipped. A skipped file is delivered only after it changes on the server. To deliver it anyway, run: ftpx job retry passes a.nc", "No delivered file matches."], OutLines);
        Assert.Equal(["job.skip job=passes name=a.nc reason=corrupt", "job.history job=passes name=a* most=20 since=2026-01-01T03:04:05.0000000Z until=2026-01-02T00:00:00.0000000Z"], _asked);
    }

    [Fact]
    public async Task The_next_page_of_a_history_begins_below_the_last_number()
    {
        await using var service = Serve("job.history", (reply, token) => reply.SayAsync("delivery", Delivery(Now), ControlJson.Default.Delivery, token));
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("history", "passes", "--limit", "5", "--before", "9000000000"));
        Assert.Equal(["job.history job=passes before=9000000000 most=5"], _asked);
    }

    [Fact]
    public async Task Suggested_commands_repeat_the_data_folder_as_it_was_typed()
    {
        Directory.CreateDirectory(PathOf("walk"));
        await using var service = new ServedControl(PathOf("walk"),
        [
            Verb("job.pause", static (_, _) => Task.CompletedTask), Verb("job.skip", (reply, token) => reply.SayAsync("skipped", 2, ControlJson.Default.Int64, token)),
            Verb("job.list", (reply, token) => reply.SayAsync("job", Status() with { Sentence = "Remove the cause, then run ftpx job retry passes --effects." }, ControlJson.Default.JobStatus, token)),
            Verb("job.history", (_, _) => throw new ControlException(ControlFailure.Disk, "To see why, run: ftpx service status")),
        ]);
        foreach (var words in (string[][])[["pause", "passes"], ["skip", "passes", "a b.nc"], ["list"]]) Assert.Equal((int)ExitCodes.Ok, await RunAsync([.. words, "--data", "walk"]));
        Assert.EndsWith("To continue, run: ftpx job resume --data walk passes", OutLines[0]);
        Assert.EndsWith("2 files of passes are skipped. A skipped file is delivered only after it changes on the server. To deliver it anyway, run: ftpx job retry --data walk passes 'a b.nc'", OutLines[1]);
        Assert.Equal("passes: Remove the cause, then run ftpx job retry --data walk passes --effects.", OutLines[^1]);
        Assert.Equal((int)ExitCodes.Service, await RunAsync("history", "--data", "walk"));
        Assert.Equal("ftpx: error: To see why, run: ftpx service status --data walk\n", Err);
    }

    [Fact]
    public async Task A_history_without_a_valid_job_file_has_a_warning()
    {
        await using var service = Serve("job.history", (reply, token) => reply.SayAsync("warning", "The service has no valid job file.", ControlJson.Default.String, token));
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("history"));
        Assert.Equal("ftpx: warning: The service has no valid job file.\n", Err);
    }

    private ServedControl Serve(string verb, Func<ControlReply, CancellationToken, Task> say) => new(Process.Folder, [Verb(verb, say)]);

    private ControlVerb Verb(string verb, Func<ControlReply, CancellationToken, Task> say) => new(verb, "", (request, reply, token) =>
    {
        var arguments = ((string[])["job", "id", "name", "reason", "dry", "effects", "before", "most", "since", "until", "from", "to"]).Where(name => request.OptionalText(name) is not null).Select(name => $" {name}={request.OptionalText(name)}");
        _asked.Add(verb + string.Concat(arguments));
        return say(reply, token);
    });

    private Task<int> RunAsync(params string[] words) => FtpxAsync(
        ["job", .. words], new JobCommand(new JobCommandRunner(Process.Value, new ServiceHost(null, Process.Folder, "ftpxd")).RunAsync));
}
