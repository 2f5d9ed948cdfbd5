using static Accelerator.Tuning.Catalogue.AllowedValues;
using static Accelerator.Tuning.Catalogue.CitedSources;

namespace Accelerator.Tuning.Catalogue;

/// <summary>The corresponding settings on Linux, which are read and advised and never written.</summary>
internal static class LinuxSettings
{
    private const uint Rings = 0x10, Channels = 0x3c, Gro = 0x2b, Tso = 0x1e;

    private static readonly Numbers Bytes = new(4096, int.MaxValue, 1, "bytes");

    public static IReadOnlyList<Setting> All { get; } =
    [
        Host("linux.receive-window", "Maximum receive buffer", Bytes, new SettingPlace.Sysctl("net.ipv4.tcp_rmem", 2),
            "sysctl -w net.ipv4.tcp_rmem='4096 131072 {0}'", "6291456",
            "The largest receive buffer of a stream; about half of it is window.",
            "A larger value, on a long path: with 6 MiB a stream carries about 130 Mbit/s at 200 ms.",
            "It takes memory where thousands of connections use it.", IpSysctl),
        Host("linux.send-window", "Maximum send buffer", Bytes, new SettingPlace.Sysctl("net.ipv4.tcp_wmem", 2),
            "sysctl -w net.ipv4.tcp_wmem='4096 16384 {0}'", "4194304",
            "The largest send buffer of a stream.", "On a computer that sends.",
            "It takes memory where thousands of connections use it.", IpSysctl),
        Host("linux.window-scaling", "Window scaling", Named.Switch, new SettingPlace.Sysctl("net.ipv4.tcp_window_scaling"),
            "sysctl -w net.ipv4.tcp_window_scaling={0}", "enabled",
            "Allows windows above 64 KiB.", "enabled: without it a stream carries at most 2.6 Mbit/s at 200 ms.", "None known.",
            IpSysctl),
        Host("linux.autotuning", "Receive buffer autotuning", Named.Switch, new SettingPlace.Sysctl("net.ipv4.tcp_moderate_rcvbuf"),
            "sysctl -w net.ipv4.tcp_moderate_rcvbuf={0}", "enabled",
            "Lets the receive buffer grow with the path.", "enabled: without it every stream keeps its initial buffer.", "None known.",
            IpSysctl),
        Host("linux.sack", "Selective acknowledgements", Named.Switch, new SettingPlace.Sysctl("net.ipv4.tcp_sack"),
            "sysctl -w net.ipv4.tcp_sack={0}", "enabled",
            "Reports which packets of a window are missing.", "enabled: without it one loss on a long path costs a whole window.",
            "None known.", IpSysctl),
        Host("linux.timestamps", "Timestamps", new Named([new("disabled", 0), new("enabled", 1), new("enabled-without-offset", 2)]),
            new SettingPlace.Sysctl("net.ipv4.tcp_timestamps"),
            "sysctl -w net.ipv4.tcp_timestamps={0}", "enabled",
            "Puts a timestamp in every packet, to reject old packets when the sequence numbers wrap.", "A single stream above 2 Gbit/s.",
            "12 bytes per packet.", IpSysctl),
        Host("linux.slow-start-after-idle", "Slow start after idle", Named.Switch,
            new SettingPlace.Sysctl("net.ipv4.tcp_slow_start_after_idle"), "sysctl -w net.ipv4.tcp_slow_start_after_idle={0}", "enabled",
            "Whether an idle connection returns to slow start.", "disabled keeps the sending rate across the pause between two files.",
            "It sends a burst after a pause.", IpSysctl),
        Host("linux.mtu-probing", "Path MTU probing",
            new Named([new("disabled", 0), new("after-black-hole", 1), new("always", 2)]),
            new SettingPlace.Sysctl("net.ipv4.tcp_mtu_probing"),
            "sysctl -w net.ipv4.tcp_mtu_probing={0}", "disabled",
            "Finds the largest packet size where the path drops the ICMP message that reports it.", "Jumbo frames behind an ICMP filter.",
            "None known.", IpSysctl),
        Host("linux.backlog", "Receive backlog", new Numbers(1000, 1_000_000, 1, "packets"),
            new SettingPlace.Sysctl("net.core.netdev_max_backlog"), "sysctl -w net.core.netdev_max_backlog={0}", "1000",
            "The number of received packets that may wait for the stack.", "With bursts at 10 Gbit/s and more.",
            "It takes memory and adds delay.", NetSysctl),
        Host("linux.governor", "CPU frequency governor",
            new Texts("performance", "powersave", "schedutil", "ondemand", "conservative", "userspace"),
            new SettingPlace.LinuxFile("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
            "cpupower frequency-set -g {0}", "schedutil or powersave, by driver",
            "How far processors slow down when there is little to do.", "performance on a computer that does nothing but move data.",
            "It uses more power.", CpuFreq),
        Adapter("linux.mtu", "Largest IP packet", new Numbers(1280, 65535, 1, "bytes"),
            new SettingPlace.LinuxFile("/sys/class/net/{adapter}/mtu"), "ip link set dev {adapter} mtu {0}", "1500",
            "The largest packet that the interface sends.", "9000 (jumbo frames), where every device on the path accepts them.",
            "Where one does not, large packets are dropped and transfers hang.", IpLink),
        Adapter("linux.receive-ring", "Receive ring", new DriverNumbers("packets"), new SettingPlace.Ethtool(Rings, 5, Most: 1),
            "ethtool -G {adapter} rx {0}", "the driver's",
            "The number of packets that may wait for the processor.", "The driver's maximum, on a computer that receives at 10 Gbit/s.",
            "It takes memory for each queue, and a change may interrupt the link briefly.", CitedSources.Ethtool),
        Adapter("linux.transmit-ring", "Transmit ring", new DriverNumbers("packets"), new SettingPlace.Ethtool(Rings, 8, Most: 4),
            "ethtool -G {adapter} tx {0}", "the driver's",
            "The number of packets that may wait for the line.", "The driver's maximum, on a computer that sends at 10 Gbit/s.",
            "It takes memory, and a change may interrupt the link briefly.", CitedSources.Ethtool),
        Adapter("linux.queues", "Adapter queues", new DriverNumbers("queues"), new SettingPlace.Ethtool(Channels, 8, Most: 4),
            "ethtool -L {adapter} combined {0}", "the driver's",
            "The number of processors that share received packets.", "More than one: a queue is saturated at a few Gbit/s.",
            "It takes memory for each queue, and a change may interrupt the link briefly.", CitedSources.Ethtool, Scaling),
        Adapter("linux.gro", "Generic receive offload (GRO)", Named.Switch, new SettingPlace.Ethtool(Gro, 1),
            "ethtool -K {adapter} gro {switch}", "enabled",
            "Coalesces packets of one stream before the stack processes them.", "enabled: the processor handles fewer packets.",
            "On routers and bridges.", CitedSources.Ethtool),
        Adapter("linux.tso", "TCP segmentation offload (TSO)", Named.Switch, new SettingPlace.Ethtool(Tso, 1),
            "ethtool -K {adapter} tso {switch}", "enabled",
            "The adapter segments large sends.", "enabled: less processor time per byte sent.", "With a few drivers.",
            CitedSources.Ethtool),
    ];

    private static Setting Host(string id, string title, AllowedValues values, SettingPlace place, string shell, string usual,
        string effect, string helps, string hurts, params string[] sources) =>
        Of(id, title, values, place, SettingScope.Host, shell, usual, effect, helps, hurts, sources);

    private static Setting Adapter(string id, string title, AllowedValues values, SettingPlace place, string shell, string usual,
        string effect, string helps, string hurts, params string[] sources) =>
        Of(id, title, values, place, SettingScope.Adapter, shell, usual, effect, helps, hurts, sources);

    private static Setting Of(string id, string title, AllowedValues values, SettingPlace place, SettingScope scope, string shell,
        string usual, string effect, string helps, string hurts, string[] sources) => new()
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
