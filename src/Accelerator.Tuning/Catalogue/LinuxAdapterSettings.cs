using static Accelerator.Tuning.Catalogue.AllowedValues;
using static Accelerator.Tuning.Catalogue.CitedSources;

namespace Accelerator.Tuning.Catalogue;

/// <summary>The settings of network interfaces on Linux.</summary>
internal static class LinuxAdapterSettings
{
    private const uint Rings = 0x10, Channels = 0x3c, Gro = 0x2b, Tso = 0x1e;

    public static IReadOnlyList<Setting> All { get; } =
    [
        Interrupting(Adapter("linux.mtu", "Largest IP packet", new Numbers(1280, 65535, 1, "bytes"),
            new SettingPlace.LinuxFile("/sys/class/net/{adapter}/mtu"), "ip link set dev {adapter} mtu {0}", "1500",
            "The largest packet that the interface sends.", "9000 (jumbo frames), where every device on the path accepts them.",
            "Where one does not, large packets are dropped and transfers hang.", IpLink)),
        Interrupting(Adapter("linux.receive-ring", "Receive ring", new DriverNumbers("packets"),
            new SettingPlace.Ethtool(Rings, 5, Most: 1), "ethtool -G {adapter} rx {0}", "the driver's",
            "The number of packets that may wait for the processor.", "The driver's maximum, on a computer that receives at 10 Gbit/s.",
            "It takes memory for each queue, and a change may interrupt the link briefly.", CitedSources.Ethtool)),
        Interrupting(Adapter("linux.transmit-ring", "Transmit ring", new DriverNumbers("packets"),
            new SettingPlace.Ethtool(Rings, 8, Most: 4), "ethtool -G {adapter} tx {0}", "the driver's",
            "The number of packets that may wait for the line.", "The driver's maximum, on a computer that sends at 10 Gbit/s.",
            "It takes memory, and a change may interrupt the link briefly.", CitedSources.Ethtool)),
        Interrupting(Adapter("linux.queues", "Adapter queues", new DriverNumbers("queues"), new SettingPlace.Ethtool(Channels, 8, Most: 4),
            "ethtool -L {adapter} combined {0}", "the driver's",
            "The number of processors that share received packets.", "More than one: a queue is saturated at a few Gbit/s.",
            "It takes memory for each queue, and a change may interrupt the link briefly.", CitedSources.Ethtool, Scaling)),
        Adapter("linux.gro", "Generic receive offload (GRO)", Named.Switch, new SettingPlace.Ethtool(Gro, 1),
            "ethtool -K {adapter} gro {switch}", "enabled",
            "Coalesces packets of one stream before the stack processes them.", "enabled: the processor handles fewer packets.",
            "On routers and bridges.", CitedSources.Ethtool),
        Adapter("linux.tso", "TCP segmentation offload (TSO)", Named.Switch, new SettingPlace.Ethtool(Tso, 1),
            "ethtool -K {adapter} tso {switch}", "enabled",
            "The adapter segments large sends.", "enabled: less processor time per byte sent.", "With a few drivers.",
            CitedSources.Ethtool),
        Adapter("linux.transmit-queue", "Transmit queue", new Numbers(0, 1_000_000, 1, "packets"),
            new SettingPlace.LinuxFile("/sys/class/net/{adapter}/tx_queue_len"), "ip link set dev {adapter} txqueuelen {0}", "1000",
            "The number of packets that may wait before the driver takes them, with a queue discipline that has no limit of its own "
                + "(pfifo_fast).",
            "10000 on a computer that sends at 10 Gbit/s: bursts are not dropped inside it.", "A full queue adds delay; fq ignores it.",
            IpLink, Twaren),
        Adapter("linux.qdisc", "Queue discipline", new QueueDisciplines(), new SettingPlace.QueueDiscipline(),
            "tc qdisc replace dev {adapter} root {0}", "mq or the default queue discipline",
            "Which packet is sent next. fq gives each stream its turn and paces it; maxrate limits each stream, not their sum.",
            "fq on a computer that sends. maxrate below the link's rate, if one stream must leave room for other traffic.",
            "One fq for an adapter with many queues costs processor time; above 10 Gbit/s prefer linux.default-qdisc and a restart.",
            Fq, Kari),
        Adapter("linux.irq-affinity", "Processors for interrupts", new PerObject(new ProcessorLists()),
            new SettingPlace.EachFile("/sys/class/net/{adapter}/device/msi_irqs", "", "/proc/irq/{each}/smp_affinity_list"),
            "for irq in /sys/class/net/{adapter}/device/msi_irqs/*; do echo {0} >/proc/irq/${irq##*/}/smp_affinity_list; done",
            "chosen by the kernel or irqbalance",
            "The processors that handle the interrupts of the adapter.",
            "On the adapter's NUMA node: data is not moved between nodes. TWAREN's nodes use one-core for a few fast streams; spread is "
                + "for more packets than one core can serve.",
            "irqbalance changes it again unless it is stopped or told to leave these interrupts.", IrqAffinity, Twaren),
    ];

    private static Setting Adapter(string id, string title, AllowedValues values, SettingPlace place, string shell, string usual,
        string effect, string helps, string hurts, params string[] sources) =>
        LinuxSettings.Of(id, title, values, place, SettingScope.Adapter, shell, usual, effect, helps, hurts, sources);

    // Drivers reallocate their buffers for it, and many take the link down meanwhile (ixgbe, i40e, mlx5).
    private static Setting Interrupting(Setting setting) => setting with { Needs = SettingNeeds.LinkInterruption };
}
