namespace Accelerator.Tuning.Advising;

/// <summary>
/// The estimated slowdown that a wrong setting causes in a transfer limited by it. The estimates serve for ordering; only the gain of
/// windows is calculated. One processor is saturated at some Gbit/s of received packets (Microsoft's guide to adapters, the kernel's
/// scaling.rst), so settings that spread the packets, or reduce their number, matter on links of 10 Gbit/s and hardly below.
/// </summary>
internal static class GainTable
{
    private const double Hardly = 1.02;

    /// <summary>Returns the factor for a setting.</summary>
    /// <param name="setting">The ID of the setting.</param>
    /// <param name="now">The current value.</param>
    /// <param name="isFast">Whether the link has 10 Gbit/s or more.</param>
    public static double Of(string setting, string? now, bool isFast) => setting switch
    {
        "tcp.rss" or "nic.rss" => isFast ? 3 : 1.2,
        "nic.rss-queues" or "linux.queues" => isFast ? 1.5 : Hardly,
        "tcp.rsc" or "nic.rsc4" or "nic.rsc6" or "linux.gro" => isFast ? 1.3 : 1.05,
        "nic.receive-buffers" or "linux.receive-ring" => isFast ? 1.3 : Hardly,
        "tcp.task-offload" => 1.3,
        // It stalls connections inside the computer on Windows 11 24H2; for data received over the network the server's provider counts.
        "tcp.provider" when now == "bbr2" => 1.3,
        // Without it, each loss costs a whole window.
        "linux.sack" => 1.5,
        "power.plan" when now == "saver" => 1.4,
        "power.plan" or "linux.governor" or "nic.interrupt-moderation" => isFast ? 1.2 : Hardly,
        "linux.backlog" => isFast ? 1.1 : Hardly,
        "tcp.chimney" or "tcp.force-window-scaling" => 1.05,
        _ => 1.01,
    };
}
