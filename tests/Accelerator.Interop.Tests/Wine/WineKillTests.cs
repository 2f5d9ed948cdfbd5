namespace Accelerator.Interop.Tests.Wine;

public sealed class WineKillTests(WineFixture wine) : RealTests, IClassFixture<WineFixture>
{
    [ServerFact("wine")]
    [Trait("Run", "all")]
    public Task A_get_that_is_killed_ten_times_continues_to_the_right_file_and_fetches_little_twice() => SurvivesAsync(kills: 10);

    [ServerFact("wine")]
    public Task A_killed_get_continues_to_the_right_file_and_fetches_little_twice() => SurvivesAsync(kills: 5);

    [ServerFact("wine")]
    public async Task An_interrupted_get_ends_at_once_prints_the_resume_command_and_resumes()
    {
        await new InterruptChecks(wine.Shipped).EndsAndGoesOnAsync(Token);
    }

    private async Task SurvivesAsync(int kills)
    {
        await new KillChecks(wine.Shipped).SurvivesAsync(kills, Token);
    }
}
