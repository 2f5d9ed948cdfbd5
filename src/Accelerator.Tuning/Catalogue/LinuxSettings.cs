using static Accelerator.Tuning.Catalogue.CitedSources;

namespace Accelerator.Tuning.Catalogue;

/// <summary>The same matters on Linux, where they are read and advised and never written.</summary>
internal static class LinuxSettings
{
    private const uint Rings = 0x10, Channels = 0x3c, Gro = 0x2b, Tso = 0x1e;

    private static readonly NumberValues Bytes = new(4096, int.MaxValue, 1, "bytes");

    public static IReadOnlyList<Setting> All { get; } =
    [
        Host("linux.receive-window", "Most of the receive buffer", Bytes, new SysctlPlace("net.ipv4.tcp_rmem", 2), "sysctl -w net.ipv4.tcp_rmem='4096 131072 {0}'", "6291456",
            "How far autotuning may let a stream's receive buffer grow; about half of it is window.", "One stream carries one window in a round trip: 6 MiB hold it to about 130 Mbit/s at 200 ms.",
            "Memory, where thousands of connections use it.", IpSysctl),
        Host("linux.send-window", "Most of the send buffer", Bytes, new SysctlPlace("net.ipv4.tcp_wmem", 2), "sysctl -w net.ipv4.tcp_wmem='4096 16384 {0}'", "4194304",
            "How far autotuning may let a stream's send buffer grow.", "For what this computer sends.", "Memory, where thousands of connections use it.", IpSysctl),
        Host("linux.window-scaling", "Window scaling", NamedValues.Switch, new SysctlPlace("net.ipv4.tcp_window_scaling"), "sysctl -w net.ipv4.tcp_window_scaling={0}", "enabled",
            "Windows above 64 KiB.", "Off, a stream is held to 2.6 Mbit/s at 200 ms.", "Nowhere that is known of.", IpSysctl),
        Host("linux.autotuning", "Receive buffer autotuning", NamedValues.Switch, new SysctlPlace("net.ipv4.tcp_moderate_rcvbuf"), "sysctl -w net.ipv4.tcp_moderate_rcvbuf={0}", "enabled",
            "Lets the receive buffer grow with the path.", "Off, every stream keeps the buffer that it began with.", "Nowhere that is known of.", IpSysctl),
        Host("linux.sack", "Selective acknowledgements", NamedValues.Switch, new SysctlPlace("net.ipv4.tcp_sack"), "sysctl -w net.ipv4.tcp_sack={0}", "enabled",
            "Says which packets of a window are missing.", "Off, one loss on a long path costs a whole window.", "Nowhere that is known of.", IpSysctl),
        Host("linux.timestamps", "Timestamps", new NamedValues([new("disabled", 0), new("enabled", 1), new("enabled-without-offset", 2)]), new SysctlPlace("net.ipv4.tcp_timestamps"),
            "sysctl -w net.ipv4.tcp_timestamps={0}", "enabled", "A time in every packet, which tells old packets from new ones when the sequence numbers wrap.", "A single stream above 2 Gbit/s.", "12 bytes a packet.", IpSysctl),
        Host("linux.slow-start-after-idle", "Slow start after idle", NamedValues.Switch, new SysctlPlace("net.ipv4.tcp_slow_start_after_idle"), "sysctl -w net.ipv4.tcp_slow_start_after_idle={0}", "enabled",
            "Whether a connection that was idle begins slowly again.", "disabled keeps the speed of what this computer sends across the pause between two files.", "A burst after a pause.", IpSysctl),
        Host("linux.mtu-probing", "Search for the path's packet size", new NamedValues([new("disabled", 0), new("after-black-hole", 1), new("always", 2)]), new SysctlPlace("net.ipv4.tcp_mtu_probing"),
            "sysctl -w net.ipv4.tcp_mtu_probing={0}", "disabled", "Finds by itself how large packets may be where the path swallows the message that says so.", "Jumbo frames behind a filter of ICMP.", "Nowhere that is known of.", IpSysctl),
        Host("linux.backlog", "Packets that wait for the stack", new NumberValues(1000, 1_000_000, 1, "packets"), new SysctlPlace("net.core.netdev_max_backlog"), "sysctl -w net.core.netdev_max_backlog={0}", "1000",
            "How many packets an adapter may bring before the stack takes them.", "Bursts at 10 Gbit/s and more.", "Memory, and delay.", NetSysctl),
        Host("linux.governor", "Speed of the processors", new TextValues("performance", "powersave", "schedutil", "ondemand", "conservative", "userspace"), new FilePlace("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
            "cpupower frequency-set -g {0}", "schedutil or powersave, by driver", "How far processors slow down when there is little to do.", "performance on a computer that does nothing but move data.", "Power.", CpuFreq),
        Adapter("linux.receive-ring", "Receive ring", new DriverValues("packets"), new EthtoolPlace(Rings, 5, Most: 1), "ethtool -G {adapter} rx {0}", "the driver's",
            "How many packets may wait for the processor.", "The driver's most, on a computer that receives at 10 Gbit/s.", "Memory for each queue; the link may drop for a moment.", CitedSources.Ethtool),
        Adapter("linux.transmit-ring", "Transmit ring", new DriverValues("packets"), new EthtoolPlace(Rings, 8, Most: 4), "ethtool -G {adapter} tx {0}", "the driver's",
            "How many packets may wait for the line.", "The driver's most, on a computer that sends at 10 Gbit/s.", "Memory; the link may drop for a moment.", CitedSources.Ethtool),
        Adapter("linux.queues", "Queues", new DriverValues("queues"), new EthtoolPlace(Channels, 8, Most: 4), "ethtool -L {adapter} combined {0}", "the driver's",
            "How many processors share what arrives.", "One queue is full at some Gbit/s.", "Memory for each queue; the link may drop for a moment.", CitedSources.Ethtool, Scaling),
        Adapter("linux.gro", "Joining of received packets", NamedValues.Switch, new EthtoolPlace(Gro, 1), "ethtool -K {adapter} gro {switch}", "enabled",
            "Joins packets of one stream before the stack sees them.", "Off, the processor takes each packet.", "Routers and bridges.", CitedSources.Ethtool),
        Adapter("linux.tso", "Large sends", NamedValues.Switch, new EthtoolPlace(Tso, 1), "ethtool -K {adapter} tso {switch}", "enabled",
            "The adapter cuts large sends.", "Off, the processor does.", "Rare drivers.", CitedSources.Ethtool),
    ];

    private static Setting Host(string id, string title, AllowedValues values, SettingPlace place, string shell, string usual, string effect, string helps, string hurts, params string[] sources) =>
        Of(id, title, values, place, SettingScope.Host, shell, usual, effect, helps, hurts, sources);

    private static Setting Adapter(string id, string title, AllowedValues values, SettingPlace place, string shell, string usual, string effect, string helps, string hurts, params string[] sources) =>
        Of(id, title, values, place, SettingScope.Adapter, shell, usual, effect, helps, hurts, sources);

    private static Setting Of(string id, string title, AllowedValues values, SettingPlace place, SettingScope scope, string shell, string usual, string effect, string helps, string hurts, string[] sources) => new()
    {
        Id = id,
        Title = title,
        Values = values,
        Place = place,
        Scope = scope,
        Shell = shell,
        Defaults = [new("", usual)],
        Effect = effect,
        Helps = helps,
        Hurts = hurts,
        Sources = sources,
    };
}
