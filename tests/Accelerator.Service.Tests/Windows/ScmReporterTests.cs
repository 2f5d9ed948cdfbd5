using Accelerator.Jobs.Installing;
using Accelerator.Service.Windows;

namespace Accelerator.Service.Tests.Windows;

public sealed class ScmReporterTests : IDisposable
{
    private readonly FakeTime _time = new();
    private readonly List<ScmStatus> _statuses = [];
    private readonly ScmReporter _reporter;

    public ScmReporterTests() => _reporter = new ScmReporter(_statuses.Add, _time);

    private IEnumerable<string> Reported => _statuses.Select(status => $"{status.State} {status.Checkpoint} {status.ExitCode}/{status.SpecificExitCode}");

    public void Dispose() => _reporter.Dispose();

    [Fact]
    public void All_states_from_start_to_stop_are_reported()
    {
        _reporter.Pending(ServiceRunState.Starting);
        _reporter.Reached(ServiceRunState.Running);
        _reporter.Pending(ServiceRunState.Pausing);
        _reporter.Reached(ServiceRunState.Paused);
        _reporter.Pending(ServiceRunState.Continuing);
        _reporter.Reached(ServiceRunState.Running);
        _reporter.Pending(ServiceRunState.Stopping);
        _reporter.Stopped(0);
        Assert.Equal(["Starting 1 0/0", "Running 0 0/0", "Pausing 1 0/0", "Paused 0 0/0", "Continuing 1 0/0", "Running 0 0/0", "Stopping 1 0/0", "Stopped 0 0/0"], Reported);
        Assert.All(_statuses, status => Assert.Equal((0x10u, status.State is ServiceRunState.Running or ServiceRunState.Paused ? 0x10bu : 0u), (status.Type, status.Accepted)));
    }

    [Fact]
    public void A_slow_start_is_reported_every_two_seconds_and_a_hung_one_no_longer()
    {
        _reporter.Pending(ServiceRunState.Starting);
        _time.Advance(TimeSpan.FromSeconds(5));
        Assert.Equal(["Starting 1 0/0", "Starting 2 0/0", "Starting 3 0/0"], Reported);
        Assert.All(_statuses, status => Assert.True(status.WaitHint > 2000));
        _time.Advance(TimeSpan.FromHours(1));
        Assert.Equal(30u, _statuses[^1].Checkpoint);
        _reporter.Reached(ServiceRunState.Running);
        Assert.Equal(0, _time.ActiveTimers);
    }

    [Fact]
    public void A_failure_is_an_error_code_by_which_Windows_starts_it_again()
    {
        _reporter.Pending(ServiceRunState.Starting);
        _reporter.Stopped(10);
        Assert.Equal("Stopped 0 1066/10", Reported.Last());
    }

    [Fact]
    public void A_report_that_comes_late_is_ignored()
    {
        _reporter.Pending(ServiceRunState.Starting);
        _reporter.Pending(ServiceRunState.Stopping);
        _reporter.Reached(ServiceRunState.Running);
        _reporter.Reached(ServiceRunState.Paused);
        Assert.Equal("Stopping 1 0/0", Reported.Last());
        _reporter.Stopped(0);
        _reporter.Pending(ServiceRunState.Stopping);
        _reporter.Reached(ServiceRunState.Running);
        Assert.Equal("Stopped 0 0/0", Reported.Last());
    }
}
