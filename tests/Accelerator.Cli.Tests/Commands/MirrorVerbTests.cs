namespace Accelerator.Cli.Tests.Commands;

/// <summary>Complete command lines with an engine that returns prepared results.</summary>
public sealed class MirrorVerbTests : CommandLineFixture
{
    private readonly List<string> _steps = [];
    private MirrorPlan _plan = MirrorSamples.Plan();
    private Func<MirrorPlan, IProgress<TransferEvent>, CancellationToken, MirrorResult> _run = (plan, _, _) => MirrorSamples.Result(plan);
    private MirrorPlan? _ran;
    private string? _notice;

    [Fact]
    public async Task A_run_reports_its_plan_and_its_result()
    {
        Assert.Equal(0, await MirrorAsync("--max-depth 2"));
        Assert.Equal("ftpx: note: 3 of 991 files to download, 1.17 GiB.\n", Err);
        AssertOut(
            """
            991 files, 1.17 GiB in 14.1 s, 85.1 MiB/s (714 Mbit/s); 2 new, 1 changed, 988 the same.
            3 files (1.00 MiB) exist only locally; to delete them, add --delete.

            """);
        Assert.Equal(["open", "plan", "run", "close"], _steps);
    }

    [Fact]
    public async Task A_dry_run_prints_each_file_and_the_totals_and_runs_nothing()
    {
        _plan = _plan with { UnwantedFiles = 4, YoungFiles = 1, LeftOut = ["latest is left out: a link to a folder that is mirrored in its own place."], Problems = [MirrorSamples.Problem()] };
        Assert.Equal(12, await MirrorAsync("--dry-run"));
        AssertPage("mirror-dry-run");
        Assert.Equal("", Err);
        Assert.Equal(["open for a dry run", "plan", "close"], _steps);
    }

    [Fact]
    public async Task When_nothing_is_new_a_run_prints_one_line_and_a_dry_run_prints_its_totals()
    {
        _plan = MirrorSamples.UpToDate();
        Assert.Equal(0, await MirrorAsync());
        Assert.Equal("Up to date: 988 files in 12 folders.\n", TakeOut());
        Assert.Equal("", Err);
        Assert.Equal(0, await MirrorAsync("--dry-run"));
        Assert.StartsWith("ftp://h:21/d, 12 folders, to ", Out);
        Assert.Equal(4, OutLines.Length);
    }

    [Fact]
    public async Task A_mirror_prints_lines_for_failed_files_and_with_detail_for_all()
    {
        _run = (plan, events, _) => Finish(plan, events, TransferSamples.Done(), TransferSamples.Failed(FailureKind.NotFound), TransferSamples.Failed(FailureKind.Cancelled));
        Assert.Equal(130, await MirrorAsync());
        AssertErr(
            """
            ftpx: note: 3 of 991 files to download, 1.17 GiB.
            ftpx: error: RETR pub/big.bin at ftp.example.org:21: 550 No such file.
            ftpx: note: to start again, run: ftpx mirror ftp://h/d

            """);
        Assert.StartsWith("991 files, 302 MiB in 14.1 s, 21.4 MiB/s (180 Mbit/s); 1 new, 988 the same, 1 failed, 1 not finished.\n", Out);

        Assert.Equal(130, await MirrorAsync("--detail"));
        Assert.Contains("\nbig.bin: 100 MiB in 10.0 s", Out);
    }

    [Fact]
    public async Task A_file_left_partial_by_a_network_failure_is_reported_with_the_command_to_continue()
    {
        _run = (plan, events, _) => Finish(plan, events, TransferSamples.Done(), TransferSamples.Failed(FailureKind.Network, canResume: true) with { BytesKept = 30 * TransferSamples.MiB });
        Assert.Equal(12, await MirrorAsync());
        Assert.EndsWith("\nftpx: note: 30.0 MiB of 100 MiB kept.\nftpx: note: to continue, run: ftpx mirror ftp://h/d\n", Err);
    }

    [Fact]
    public async Task The_first_twenty_failures_are_printed_at_once_and_the_others_below_the_summary()
    {
        var fetch = _plan.Fetches[0];
        _plan = _plan with { Fetches = [.. Enumerable.Repeat(fetch, 25)], Extras = [], Problems = [MirrorSamples.Problem()] };
        _run = (plan, events, _) => Finish(plan, events, [.. Enumerable.Range(0, 25).Select(i => TransferSamples.Failed(FailureKind.Disk) with { Message = $"File {i} failed." })]);
        Assert.Equal(12, await MirrorAsync());
        Assert.Equal("  The folder raw could not be listed: 425 No data connection.", OutLines[1]);
        Assert.Equal(["  File 20 failed.", "  File 21 failed.", "  File 22 failed.", "  File 23 failed.", "  File 24 failed."], OutLines[2..]);
        Assert.Equal(Enumerable.Range(0, 20).Select(i => $"ftpx: error: File {i} failed."), ErrLines.Where(line => line.StartsWith("ftpx: error: ", StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData("--dry-run")]
    [InlineData("")]
    public async Task A_problem_that_was_a_warning_is_not_repeated_below_the_plan_or_the_summary(string words)
    {
        _plan = _plan with { Problems = [MirrorSamples.Problem()] };
        _notice = MirrorSamples.Problem().Message;
        Assert.Equal(12, await MirrorAsync(words));
        Assert.Single(Regex.Matches(Out + Err, "The folder raw could not be listed"));
        Assert.Contains("ftpx: warning: The folder raw could not be listed", Err);
    }

    [Fact]
    public async Task Quiet_prints_the_problems_and_skipped_files_are_not_problems()
    {
        _plan = _plan with { LeftOut = ["latest is left out."], Problems = [MirrorSamples.Problem()] };
        Assert.Equal(12, await MirrorAsync("--quiet"));
        Assert.Equal("ftpx: error: The folder raw could not be listed: 425 No data connection.\n", Err);
        Assert.Equal("", Out);
        await MirrorAsync();
        Assert.Contains("\nftpx: warning: latest is left out.\n", Err);
    }

    [Theory]
    [InlineData("y\n", true)]
    [InlineData(" YES \n", true)]
    [InlineData("\n", false)]
    [InlineData("n\n", false)]
    [InlineData("", false)]
    public async Task Deletion_asks_for_confirmation(string typed, bool deletes)
    {
        (Process.InIsTerminal, Process.ErrIsTerminal, Process.StandardInput) = (true, true, typed);
        _run = (plan, _, _) => MirrorSamples.Result(plan) with { Deleted = plan.Extras };
        Assert.Equal(0, await MirrorAsync("--delete"));
        Assert.Equal(
            $"""
            ftpx: note: not on the server: old.nc
            ftpx: note: not on the server: gone/
            Delete 3 files (1.00 MiB) in {PathOf("d")} that are not on the server? [y/N] 
            """ + (deletes
                ? "ftpx: note: 3 of 991 files to download, 1.17 GiB; 3 files (1.00 MiB) to delete.\n"
                : (typed.Length == 0 ? "\n" : "") + "ftpx: note: nothing is deleted.\nftpx: note: 3 of 991 files to download, 1.17 GiB.\n"),
            Err,
            ignoreLineEndingDifferences: true);
        Assert.Equal(deletes ? 2 : 0, _ran!.Extras.Count);
        Assert.Contains(deletes ? " the same, 3 deleted.\n" : " the same.\n3 files (1.00 MiB) exist only locally; to delete them, add --delete.", Out);
    }

    [Fact]
    public async Task With_yes_or_nothing_to_delete_it_does_not_ask()
    {
        Assert.Equal(0, await MirrorAsync("--delete --yes --quiet"));
        Assert.Equal(2, _ran!.Extras.Count);
        (Process.InIsTerminal, Process.ErrIsTerminal) = (true, true);
        _plan = MirrorSamples.UpToDate();
        Assert.Equal(0, await MirrorAsync("--delete"));
        Assert.DoesNotContain("[y/N]", Err);
    }

    [Theory]
    [InlineData(false, true, "")]
    [InlineData(true, false, "")]
    [InlineData(true, true, "--quiet")]
    [InlineData(true, true, "--json")]
    [InlineData(true, true, "--password-stdin --user kim")]
    public async Task Without_a_terminal_delete_requires_yes_before_any_connection(bool reads, bool sees, string words)
    {
        (Process.InIsTerminal, Process.ErrIsTerminal) = (reads, sees);
        Assert.Equal(2, await MirrorAsync("--delete " + words));
        Assert.Equal("ftpx: error: --delete asks for confirmation, which is not possible here: add --yes, or preview with --dry-run.\n", Err);
        Assert.Empty(_steps);
        Assert.Equal(0, await MirrorAsync("--delete --dry-run"));
    }

    [Fact]
    public async Task A_deletion_the_plan_refuses_is_not_asked_about_and_is_reported_once()
    {
        const string Why = "Nothing is deleted: too many.";
        (Process.InIsTerminal, Process.ErrIsTerminal) = (true, true);
        _plan = _plan with { Problems = [new MirrorProblem("", FailureKind.Verification, Why)] };
        _run = (plan, _, _) => MirrorSamples.Result(plan) with { WhyNotDeleted = Why };
        Assert.Equal(12, await MirrorAsync("--delete"));
        Assert.DoesNotContain("delete", Err);
        Assert.EndsWith($" the same.\n{Why}\n", TakeOut());
        Assert.Equal(12, await MirrorAsync("--delete --dry-run"));
        Assert.Contains("not on the server: none would be deleted while there are problems\n", TakeOut());
        _plan = _plan with { Problems = [] };
        Assert.Equal(0, await MirrorAsync("--delete --dry-run"));
        Assert.Contains("not on the server: would be deleted\n", Out);
    }

    [Fact]
    public async Task Ctrl_C_at_the_question_ends_it_without_an_answer()
    {
        (Process.InIsTerminal, Process.ErrIsTerminal) = (true, true);
        using var held = new HeldReader(() => Process.Stop!.Press());
        Assert.Equal(130, await Verb(held).RunAsync(Plain with { Delete = true }));
        Assert.Equal(["open", "plan", "close"], _steps);
        Assert.EndsWith("ftpx: note: stopped.\n", Err);
    }

    [Fact]
    public async Task The_time_that_the_user_takes_to_answer_is_not_counted()
    {
        (Process.InIsTerminal, Process.ErrIsTerminal) = (true, true);
        using var slow = new SlowReader(() => Process.Time.Advance(TimeSpan.FromSeconds(4.1)));
        Assert.Equal(0, await Verb(slow).RunAsync(Plain with { Delete = true }));
        Assert.StartsWith("991 files, 1.17 GiB in 10.0 s, ", Out);
    }

    [Theory]
    [InlineData("--log-file d/l.txt", 2)]
    [InlineData("--trace d/t.txt", 2)]
    [InlineData("--report d/r.html", 2)]
    [InlineData("--log-file dl.txt", 0)]
    public async Task Its_own_output_files_may_not_be_in_the_folder_where_it_deletes(string words, int code)
    {
        Directory.CreateDirectory(PathOf("d"));
        Assert.Equal(code, await MirrorAsync("--delete --yes " + words));
        Assert.Equal(0, await MirrorAsync(words));
    }

    [Fact]
    public async Task The_log_has_what_was_deleted_and_the_summary()
    {
        _run = (plan, _, _) => MirrorSamples.Result(plan) with { Deleted = plan.Extras };
        Assert.Equal(0, await MirrorAsync("--delete --yes --quiet --log-file l.txt"));
        var log = await ReadAsync("l.txt");
        Assert.Contains("3 of 991 files to download, 1.17 GiB; 3 files (1.00 MiB) to delete.", log);
        Assert.Contains("Deleted /data/old.nc: 300 B", log);
        Assert.Contains("Deleted /data/gone: a folder of 2 files, 1.00 MiB", log);
        Assert.Contains("2 new, 1 changed, 988 the same, 3 deleted.", log);
        Assert.Equal("", Out + Err);
    }

    [Theory]
    [InlineData(false, 0, "Nothing was deleted, because the run was stopped.", " the same.\n")]
    [InlineData(true, 130, "1 was not deleted, because the run was stopped.", "988 the same, 1 deleted.\n")]
    public async Task Withheld_deletions_are_reported_with_the_reason_and_a_stop_during_deletion_is_a_failure(bool isStopped, int code, string why, string summary)
    {
        _run = (plan, _, _) =>
        {
            if (isStopped) Process.Stop!.Press();
            return MirrorSamples.Result(plan) with { Deleted = isStopped ? [plan.Extras[0]] : [], WhyNotDeleted = why };
        };
        Assert.Equal(code, await MirrorAsync("--delete --yes"));
        Assert.Contains(summary, Out);
        Assert.EndsWith($"\n{why}\n", Out);
    }

    [Fact]
    public async Task The_report_of_an_up_to_date_folder_states_that_nothing_was_downloaded()
    {
        _plan = MirrorSamples.UpToDate();
        Assert.Equal(0, await MirrorAsync("--report r.html"));
        var page = await ReadAsync("r.html");
        Assert.Contains("Nothing was downloaded", page);
        Assert.Contains("<h1>d</h1>", page);
    }

    [Fact]
    public async Task Json_has_no_line_for_each_plan_and_one_for_each_end()
    {
        _run = (plan, events, _) => Finish(plan, events, TransferSamples.Done(), TransferSamples.Done(), TransferSamples.Failed(FailureKind.Disk)) with { Deleted = [plan.Extras[0]] };
        _plan = _plan with { Problems = [MirrorSamples.Problem()] };
        Assert.Equal(12, await MirrorAsync("--json --delete --yes"));
        Assert.Equal(["mirror_plan", "result", "result", "result", "mirror_file", "mirror_problem", "mirror_result"], JsonTypes());
        Assert.Equal("deleted", JsonOut[4].GetProperty("action").GetString());
        var end = JsonOut[^1];
        Assert.Equal((false, "partial", 12), (end.GetProperty("ok").GetBoolean(), end.GetProperty("failure").GetString(), end.GetProperty("exit_code").GetInt32()));
        Assert.Equal(991, end.GetProperty("files").GetInt32());
    }

    [Fact]
    public async Task A_dry_run_in_json_has_a_line_for_each_file_that_is_not_the_same()
    {
        Assert.Equal(0, await MirrorAsync("--json --dry-run"));
        Assert.Equal(["mirror_file", "mirror_file", "mirror_file", "mirror_file", "mirror_file", "mirror_plan"], JsonTypes());
        Assert.Equal(["new", "new", "changed", "extra", "extra"], JsonOut[..5].Select(line => line.GetProperty("action").GetString()));
        Assert.Equal("passes/0412\u001b.nc", JsonOut[1].GetProperty("path").GetString());
        Assert.Equal(JsonValueKind.Null, JsonOut[1].GetProperty("size").ValueKind);
    }

    [Theory]
    [InlineData(false, false)]
    [InlineData(true, true)]
    public async Task A_folder_that_was_not_needed_is_removed(bool holdsSomething, bool stays)
    {
        var verb = new MirrorCommandRunner(Process.Value, new MirrorCalls((request, _, _, _) =>
        {
            Directory.CreateDirectory(request.TargetRoot);
            if (holdsSomething) File.WriteAllText(PathOf("d", "big.bin.part"), "");
            throw new TransferException(FailureKind.NotFound, "550 No such folder.");
        }));
        Assert.Equal(3, await verb.RunAsync(Plain));
        Assert.Equal(stays, Directory.Exists(PathOf("d")));

        Directory.CreateDirectory(PathOf("d"));
        Assert.Equal(3, await verb.RunAsync(Plain));
        Assert.True(Directory.Exists(PathOf("d")));
    }

    [Fact]
    public async Task A_folder_locked_by_another_run_has_its_own_message_and_exit_code()
    {
        var verb = new MirrorCommandRunner(Process.Value, new MirrorCalls((_, _, _, _) => throw new TransferException(FailureKind.Usage, "Another run mirrors into /data.")));
        Assert.Equal(2, await verb.RunAsync(Plain));
        Assert.Equal("ftpx: error: Another run mirrors into /data.\n", Err);
    }

    private static MirrorOptions Plain => new() { Address = "ftp://h/d" };

    private MirrorCommandRunner Verb(TextReader input) => new(Process.Value with { OpenIn = () => input }, Calls());

    private static MirrorResult Finish(MirrorPlan plan, IProgress<TransferEvent> events, params FileResult[] files)
    {
        foreach (var file in files)
        {
            events.Report(new TransferEvent.Planned(TransferSamples.Plan()));
            events.Report(new TransferEvent.Finished(file));
        }
        return MirrorSamples.Result(plan, files);
    }

    private Task<int> MirrorAsync(string words = "") => FtpxAsync(
        ["mirror", "ftp://h/d", .. words.Split(' ', StringSplitOptions.RemoveEmptyEntries)], new MirrorCommand(new MirrorCommandRunner(Process.Value, Calls()).RunAsync));

    private MirrorCalls Calls() => new((_, isDryRun, events, _) => Task.FromResult(Step(isDryRun ? "open for a dry run" : "open", new MirrorSteps(
        _ =>
        {
            if (_notice is { } notice) events.Report(new TransferEvent.Notice(NoticeKind.Other, notice));
            return Task.FromResult(Step("plan", _plan));
        },
        (plan, token) => Task.FromResult(Step("run", _run(_ran = plan, events, token))),
        () =>
        {
            _steps.Add("close");
            return default;
        }))));

    private T Step<T>(string name, T value)
    {
        _steps.Add(name);
        return value;
    }

    /// <summary>A terminal at which the user types an answer after an action.</summary>
    private sealed class SlowReader(Action onRead) : StringReader("y\n")
    {
        public override string? ReadLine()
        {
            onRead();
            return base.ReadLine();
        }
    }

    /// <summary>A terminal at which the user types no answer and presses Ctrl-C.</summary>
    private sealed class HeldReader(Action onRead) : StringReader("")
    {
        private readonly ManualResetEventSlim _never = new();

        public override string? ReadLine()
        {
            onRead();
            _never.Wait();
            return null;
        }

        protected override void Dispose(bool disposing)
        {
            _never.Set();
            base.Dispose(disposing);
        }
    }
}
