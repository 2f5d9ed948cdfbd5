using Accelerator.Interop.Tests.Kills;

namespace Accelerator.Interop.Tests.Wine;

[Collection(WineGroup.Name)]
[Trait("Group", "wine")]
public sealed class WineKillTests(WineSession wine)
{
    [ServerFact("wine")]
    public async Task A_killed_get_continues_to_the_right_file_and_fetches_little_twice()
    {
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(3));
        await new KillProof(wine.Shipped).SurvivesAsync(kills: 10, deadline.Token);
    }

    [ServerFact("wine")]
    public async Task An_interrupted_get_ends_at_once_says_how_to_go_on_and_goes_on()
    {
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(2));
        await new InterruptProof(wine.Shipped).EndsAndGoesOnAsync(deadline.Token);
    }
}
