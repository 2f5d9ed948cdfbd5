using Accelerator.Jobs.Definitions;

namespace Accelerator.Jobs.Tests.Definitions;

public sealed class RetryRuleTests
{
    [Theory]
    [InlineData(1, 30.0)]
    [InlineData(2, 60.0)]
    [InlineData(3, 120.0)]
    [InlineData(7, 1920.0)]
    [InlineData(8, 3600.0)]
    [InlineData(9, 3600.0)]
    [InlineData(10, null)]
    [InlineData(11, null)]
    public void Pauses_double_up_to_the_longest_and_end_with_the_last_try(int attempt, double? seconds) => Assert.Equal(seconds, RetryRule.Default.After(attempt)?.TotalSeconds);

    [Fact]
    public void Many_tries_are_no_overflow() => Assert.Equal(TimeSpan.FromHours(1), (RetryRule.Default with { Attempts = 1000 }).After(999));
}
