namespace Accelerator.Jobs.Tests.Delivering;

public sealed class DeliveryPolicyTests
{
    private static readonly RetryRule Rule = new(3, TimeSpan.FromSeconds(10), TimeSpan.FromMinutes(1));

    [Theory]
    // A failure that no file causes costs no attempt. It suspends the server, unless the failure is local.
    [InlineData(FailureKind.Network, 2, false, DeliveryAction.TryAgain, 0, false, true, false)]
    [InlineData(FailureKind.ServerLimit, 2, false, DeliveryAction.TryAgain, 0, false, true, false)]
    [InlineData(FailureKind.Login, 2, false, DeliveryAction.TryAgain, 0, false, true, false)]
    [InlineData(FailureKind.Tls, 2, false, DeliveryAction.TryAgain, 0, false, true, false)]
    [InlineData(FailureKind.Disk, 2, false, DeliveryAction.TryAgain, 0, false, false, true)]
    // A file that fails while others succeed is charged and waits longer each time; after the last attempt it is quarantined.
    [InlineData(FailureKind.Network, 0, true, DeliveryAction.TryAgain, 10, true, false, false)]
    [InlineData(FailureKind.Network, 1, true, DeliveryAction.TryAgain, 20, true, false, false)]
    [InlineData(FailureKind.Network, 2, true, DeliveryAction.Fail, 0, true, false, false)]
    [InlineData(FailureKind.RestNotHonoured, 2, true, DeliveryAction.Fail, 0, true, false, false)]
    // A file that differs from its listing is observed again; one that stays listed and refused needs an operator.
    [InlineData(FailureKind.NotFound, 0, true, DeliveryAction.ObserveAgain, 10, true, false, false)]
    [InlineData(FailureKind.NotFound, 2, true, DeliveryAction.Quarantine, 0, true, false, false)]
    [InlineData(FailureKind.SourceChanged, 1, false, DeliveryAction.ObserveAgain, 20, true, false, false)]
    [InlineData(FailureKind.SourceChanged, 2, true, DeliveryAction.Quarantine, 0, true, false, false)]
    // Wrong content twice needs an operator.
    [InlineData(FailureKind.Verification, 0, true, DeliveryAction.TryAgain, 10, true, false, false)]
    [InlineData(FailureKind.Verification, 1, true, DeliveryAction.Quarantine, 0, false, false, false)]
    // A stop costs no attempt.
    [InlineData(FailureKind.Cancelled, 9, false, DeliveryAction.TryAgain, 0, false, false, false)]
    public void Each_failure_has_its_verdict(FailureKind kind, int attempts, bool others, DeliveryAction action, int pause, bool isCharged, bool restsServer, bool isLocal) =>
        Assert.Equal(new DeliveryVerdict(action, TimeSpan.FromSeconds(pause), isCharged, restsServer, isLocal), DeliveryPolicy.Judge(kind, attempts, others, Rule));
}
