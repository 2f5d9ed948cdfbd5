using Accelerator.Engine.Transfers;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Delivering;

namespace Accelerator.Jobs.Tests.Delivering;

public sealed class DeliveryPolicyTests
{
    private static readonly RetryRule Rule = new(3, TimeSpan.FromSeconds(10), TimeSpan.FromMinutes(1));

    [Theory]
    [InlineData(FailureKind.Network)]
    [InlineData(FailureKind.ServerLimit)]
    [InlineData(FailureKind.Login)]
    [InlineData(FailureKind.Tls)]
    [InlineData(FailureKind.Disk)]
    public void What_is_no_files_fault_costs_no_try_and_rests_the_server(FailureKind kind) =>
        Assert.Equal(new DeliveryVerdict(DeliveryAction.TryAgain, RestsServer: true), DeliveryPolicy.Judge(kind, 2, others: false, Rule));

    [Theory]
    [InlineData(0, 10)]
    [InlineData(1, 20)]
    public void A_file_that_fails_while_others_come_through_is_charged_and_waits_longer_each_time(int attempts, int seconds) =>
        Assert.Equal(new DeliveryVerdict(DeliveryAction.TryAgain, TimeSpan.FromSeconds(seconds), IsCharged: true), DeliveryPolicy.Judge(FailureKind.Network, attempts, others: true, Rule));

    [Theory]
    [InlineData(FailureKind.Network)]
    [InlineData(FailureKind.RestNotHonoured)]
    public void The_last_try_puts_it_aside(FailureKind kind) => Assert.Equal(DeliveryAction.Fail, DeliveryPolicy.Judge(kind, 2, others: true, Rule).Action);

    [Theory]
    [InlineData(FailureKind.NotFound)]
    [InlineData(FailureKind.SourceChanged)]
    public void What_the_listing_told_otherwise_is_observed_again(FailureKind kind) =>
        Assert.Equal(new DeliveryVerdict(DeliveryAction.ObserveAgain), DeliveryPolicy.Judge(kind, 0, others: true, Rule));

    [Fact]
    public void Wrong_content_twice_is_somebodys_to_look_at()
    {
        Assert.Equal(DeliveryAction.TryAgain, DeliveryPolicy.Judge(FailureKind.Verification, 0, others: true, Rule).Action);
        Assert.Equal(DeliveryAction.Quarantine, DeliveryPolicy.Judge(FailureKind.Verification, 1, others: true, Rule).Action);
    }

    [Fact]
    public void A_stop_costs_nothing() => Assert.Equal(new DeliveryVerdict(DeliveryAction.TryAgain), DeliveryPolicy.Judge(FailureKind.Cancelled, 9, others: false, Rule));
}
