namespace Accelerator.Tuning.Advising;

/// <summary>
/// By about how much a setting that is not as it should be slows a transfer that it binds. Estimates, for an order: windows are reckoned,
/// and these are not. One processor is full at some Gbit/s of received packets (Microsoft's guide to adapters, the kernel's scaling.rst),
/// so what spreads them, or makes fewer of them, counts on links of 10 Gbit/s and hardly below.
/// </summary>
internal static class GainTable
{
    private const double Hardly = 1.02;

    /// <summary>The factor for a setting.</summary>
    /// <param name="setting">Its name.</param>
    /// <param name="now">What it is.</param>
    /// <param name="isFast">Whether the link has 10 Gbit/s or more.</param>
    public static double Of(string setting, string? now, bool isFast) => setting switch
    {
        "tcp.rss" or "nic.rss" => isFast ? 3 : 1.2,
        "nic.rss-queues" or "linux.queues" => isFast ? 1.5 : Hardly,
        "tcp.rsc" or "nic.rsc4" or "nic.rsc6" or "linux.gro" => isFast ? 1.3 : 1.05,
        "nic.receive-buffers" or "linux.receive-ring" => isFast ? 1.3 : Hardly,
        "tcp.task-offload" => 1.3,
        // It stalls connections inside the computer on Windows 11 24H2; what is received over the network is the server's business.
        "tcp.provider" when now == "bbr2" => 1.3,
        // One loss costs a whole window, again and again.
        "linux.sack" => 1.5,
        "power.plan" when now == "saver" => 1.4,
        "power.plan" or "linux.governor" or "nic.interrupt-moderation" => isFast ? 1.2 : Hardly,
        "linux.backlog" => isFast ? 1.1 : Hardly,
        "tcp.chimney" or "tcp.force-window-scaling" => 1.05,
        _ => 1.01,
    };
}
