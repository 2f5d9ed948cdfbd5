namespace Accelerator.Jobs.Tests.Definitions;

public sealed class EffectRuleTests
{
    [Fact]
    public void Attempts_continue_for_the_configured_time_with_growing_pauses()
    {
        var pauses = Enumerable.Range(1, 1000).Select(EffectRule.Default.After).TakeWhile(pause => pause is not null).Select(pause => pause!.Value).ToList();
        Assert.Equal([10, 20, 40, 80, 160, 320, 640, 900, 900], pauses.Take(9).Select(pause => pause.TotalSeconds));
        var all = pauses.Aggregate(TimeSpan.Zero, (sum, pause) => sum + pause);
        Assert.InRange(all, TimeSpan.FromDays(1) - EffectRule.Default.Longest, TimeSpan.FromDays(1));
        Assert.Null(EffectRule.Default.After(int.MaxValue));
        Assert.Null(new EffectRule(TimeSpan.Zero, TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(1)).After(1));
    }
}
