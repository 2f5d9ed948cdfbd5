using System.Text.RegularExpressions;
using Accelerator.Jobs.Tests.Ledger;

namespace Accelerator.Jobs.Tests.Delivering;

/// <summary>Commands after deliveries, on nodes that share a ledger.</summary>
public sealed class EffectRunnerTests : LedgerContract
{
    /// <summary>After its lease another node would run the command too, and the ledger would not take the end of the first run.</summary>
    [Theory]
    [InlineData("3h", 4, 1)]
    [InlineData("3h", 2, 0)]
    [InlineData("5m", 2, 1)]
    public async Task Another_node_may_run_a_command_only_after_its_time_limit(string timeout, int hours, int taken)
    {
        await DeliveredAsync("one", new WantedEffect(Effects.Command, null));
        var jobs = Jobs(timeout);
        using var mayGoOn = new ManualResetEventSlim();
        using var stop = new CancellationTokenSource();
        var claimed = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var ended = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var tools = new JobTools
        {
            Ledger = Ledger,
            Node = "n1",
            Incarnation = "a",
            Login = (_, _) => Task.FromResult(FtpCredential.Anonymous),
            Events = new DirectProgress<JobEvent>(_ => ended.TrySetResult()),
            Time = Time,
        };
        var asked = 0;
        var run = Task.Run(() => new EffectRunner(tools, Held).RunAsync(stop.Token));
        await claimed.Task.SoonAsync();

        // The lease is by the clock of the database.
        await Place.ExecuteAsync($"UPDATE effect SET lease_until = lease_until - {hours * 3_600_000}");
        Assert.Equal(taken, (await Ledger.Effects.ClaimAsync(9, Other, Enduring, None)).Count);
        mayGoOn.Set();
        await ended.Task.SoonAsync();
        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => run);

        // Asked for the lease before the claim, and for the command after it.
        IReadOnlyList<JobDefinition> Held()
        {
            if (Interlocked.Increment(ref asked) == 1) return jobs;
            claimed.TrySetResult();
            mayGoOn.Wait(ScriptedServer.Patience);
            return jobs;
        }
    }

    /// <summary>The definition as a job file would have had it before batch files were refused there.</summary>
    [Theory]
    [InlineData("index.cmd", "The command for * was not run: Windows' shell runs batch files, *")]
    [InlineData("index", "The command for * failed: There is no program index in the folders of PATH. *")]
    [InlineData("./index", "The command for * failed: ./index is a relative path; *")]
    public async Task A_program_is_checked_again_when_it_is_started(string name, string expected)
    {
        if (OperatingSystem.IsWindows()) return;
        await DeliveredAsync("one", new WantedEffect(Effects.Command, null));
        using var folder = new TempFolder();
        var program = folder.File("index.cmd");
        await File.WriteAllTextAsync(program, "#!/bin/sh\ntouch \"$0.was-run\"\n");
        File.SetUnixFileMode(program, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        var job = Jobs("5m")[0] with { After = new AfterDelivery([name == "index.cmd" ? program : name, "{path}"], TimeSpan.FromMinutes(5)) };
        using var stop = new CancellationTokenSource();
        var ended = new TaskCompletionSource<string?>(TaskCreationOptions.RunContinuationsAsynchronously);
        var tools = new JobTools
        {
            Ledger = Ledger,
            Node = "n1",
            Incarnation = "a",
            Login = (_, _) => Task.FromResult(FtpCredential.Anonymous),
            Events = new DirectProgress<JobEvent>(one => ended.TrySetResult((one as JobEvent.AfterDelivery)?.Error)),
            Time = Time,
        };
        var run = Task.Run(() => new EffectRunner(tools, () => [job]).RunAsync(stop.Token));
        await ended.Task.SoonAsync();
        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => run);
        Assert.Matches("^" + Regex.Escape(expected).Replace("\\*", ".*") + "$", await ended.Task);
        Assert.False(File.Exists(program + ".was-run"));
    }

    protected override Task<LedgerPlace> CreateAsync() => Task.FromResult<LedgerPlace>(new SqlitePlace());

    private static IReadOnlyList<JobDefinition> Jobs(string timeout)
    {
        var json = JsonSerializer.SerializeToUtf8Bytes(new
        {
            servers = new Dictionary<string, object> { [Server] = new { address = "ftp://10.20.0.5", sessions = 4 } },
            jobs = new Dictionary<string, object>
            {
                [Job] = new { server = Server, folders = (string[])["/a"], target = "/data", after = new { command = (string[])["/no such program"], timeout } },
            },
        });
        return JobFileReader.Read(json, _ => { }).File!.Jobs;
    }
}
