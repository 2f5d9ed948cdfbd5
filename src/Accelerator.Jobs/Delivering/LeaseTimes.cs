namespace Accelerator.Jobs.Delivering;

/// <summary>How long claims hold, and when they are given up.</summary>
/// <param name="Lease">How long a claim holds after it was renewed.</param>
/// <param name="Heartbeat">Between two renewals; at most a third of the lease.</param>
/// <param name="Margin">So long before its lease ends a node that could not renew it stops by itself.</param>
/// <param name="Grace">So long after its lease has ended another node takes a claim over.</param>
public sealed record LeaseTimes(TimeSpan Lease, TimeSpan Heartbeat, TimeSpan Margin, TimeSpan Grace)
{
    /// <summary>15 s, 5 s, 3 s, 5 s: a node that was killed is replaced within 25 s.</summary>
    public static LeaseTimes Default { get; } = new(
        TimeSpan.FromSeconds(15), TimeSpan.FromSeconds(5), TimeSpan.FromSeconds(3), TimeSpan.FromSeconds(5));
}
