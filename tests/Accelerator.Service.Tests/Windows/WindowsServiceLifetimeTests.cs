using Accelerator.Jobs.Installing;
using Accelerator.Service.Windows;
using Microsoft.Extensions.Hosting.Internal;

namespace Accelerator.Service.Tests.Windows;

public sealed class WindowsServiceLifetimeTests
{
    /// <summary>Windows sends a service in a pending state no further control, so it could not be stopped.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_control_that_changes_nothing_ends_in_the_state_that_the_service_has(bool isPaused)
    {
        await using var fixture = await FiguresFixture.StartedAsync();
        var statuses = new ConcurrentQueue<ScmStatus>();
        using var scm = new ScmReporter(statuses.Enqueue, fixture.Time);
        using var lifetime = new WindowsServiceLifetime(scm, fixture.Core, fixture.Watch, new ApplicationLifetime(NullLogger<ApplicationLifetime>.Instance));
        await lifetime.WaitForStartAsync(CancellationToken.None);
        if (isPaused) fixture.Core.Pause();
        var state = isPaused ? ServiceRunState.Paused : ServiceRunState.Running;
        scm.Pending(ServiceRunState.Starting);
        scm.Reached(state);
        scm.OnControl!(isPaused ? ScmControl.Pause : ScmControl.Continue);
        await Soon.UntilAsync(() => statuses.Count > 2 && statuses.Last().State == state);
        Assert.NotEqual(0u, statuses.Last().Accepted);
    }
}
