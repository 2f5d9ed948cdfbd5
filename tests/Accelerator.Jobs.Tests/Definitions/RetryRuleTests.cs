namespace Accelerator.Jobs.Tests.Definitions;

public sealed class RetryRuleTests
{
    [Fact]
    public void Pauses_double_up_to_the_longest_and_end_with_the_last_try()
    {
        Assert.Equal([30, 60, 120, 240, 480, 960, 1920, 3600, 3600, null, null], Enumerable.Range(1, 11).Select(attempt => RetryRule.Default.After(attempt)?.TotalSeconds));
        // A large number of attempts does not overflow.
        Assert.Equal(TimeSpan.FromHours(1), (RetryRule.Default with { Attempts = 1000 }).After(999));
    }
}
