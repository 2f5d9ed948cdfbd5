namespace Accelerator.Jobs.Delivering;

/// <summary>How long claims hold, and when they are given up.</summary>
/// <param name="Lease">How long a claim holds after it was renewed.</param>
/// <param name="Heartbeat">The time between two renewals; at most a third of the lease.</param>
/// <param name="Margin">How long before the end of its lease a node that could not renew it stops by itself.</param>
/// <param name="Grace">How long after the end of its lease another node takes a claim over.</param>
public sealed record LeaseTimes(TimeSpan Lease, TimeSpan Heartbeat, TimeSpan Margin, TimeSpan Grace)
{
    /// <summary>The default: 15 s, 5 s, 3 s, 5 s. A node that was killed is replaced within 25 s.</summary>
    public static LeaseTimes Default { get; } = new(
        TimeSpan.FromSeconds(15), TimeSpan.FromSeconds(5), TimeSpan.FromSeconds(3), TimeSpan.FromSeconds(5));
}
