using Accelerator.Service.Windows;
using Accelerator.TestKit;

namespace Accelerator.Service.Tests.Windows;

public sealed class ScmReporterTests : IDisposable
{
    private readonly FakeTime _time = new();
    private readonly List<ScmStatus> _told = [];
    private readonly ScmReporter _reporter;

    public ScmReporterTests() => _reporter = new ScmReporter(_told.Add, _time);

    private IEnumerable<string> Told => _told.Select(status => $"{status.State} {status.Checkpoint} {status.ExitCode}/{status.SpecificExitCode}");

    public void Dispose() => _reporter.Dispose();

    [Fact]
    public void A_life_is_told_from_start_to_stop()
    {
        _reporter.Pending(ScmState.StartPending);
        _reporter.Reached(ScmState.Running);
        _reporter.Pending(ScmState.PausePending);
        _reporter.Reached(ScmState.Paused);
        _reporter.Pending(ScmState.ContinuePending);
        _reporter.Reached(ScmState.Running);
        _reporter.Pending(ScmState.StopPending);
        _reporter.Stopped(0);
        Assert.Equal(["StartPending 1 0/0", "Running 0 0/0", "PausePending 1 0/0", "Paused 0 0/0", "ContinuePending 1 0/0", "Running 0 0/0", "StopPending 1 0/0", "Stopped 0 0/0"], Told);
        Assert.All(_told, status => Assert.Equal((0x10u, status.State is ScmState.Running or ScmState.Paused ? 0x10bu : 0u), (status.Type, status.Accepted)));
    }

    [Fact]
    public void What_takes_long_says_so_every_two_seconds_and_what_hangs_no_more()
    {
        _reporter.Pending(ScmState.StartPending);
        _time.Advance(TimeSpan.FromSeconds(5));
        Assert.Equal(["StartPending 1 0/0", "StartPending 2 0/0", "StartPending 3 0/0"], Told);
        Assert.All(_told, status => Assert.True(status.WaitHint > 2000));
        _time.Advance(TimeSpan.FromHours(1));
        Assert.Equal(30u, _told[^1].Checkpoint);
        _reporter.Reached(ScmState.Running);
        Assert.Equal(0, _time.ActiveTimers);
    }

    [Fact]
    public void A_failure_is_an_error_code_by_which_Windows_starts_it_again()
    {
        _reporter.Pending(ScmState.StartPending);
        _reporter.Stopped(10);
        Assert.Equal("Stopped 0 1066/10", Told.Last());
    }

    [Fact]
    public void What_comes_late_is_no_news()
    {
        _reporter.Pending(ScmState.StartPending);
        _reporter.Pending(ScmState.StopPending);
        _reporter.Reached(ScmState.Running);
        _reporter.Reached(ScmState.Paused);
        Assert.Equal("StopPending 1 0/0", Told.Last());
        _reporter.Stopped(0);
        _reporter.Pending(ScmState.StopPending);
        _reporter.Reached(ScmState.Running);
        Assert.Equal("Stopped 0 0/0", Told.Last());
    }
}
