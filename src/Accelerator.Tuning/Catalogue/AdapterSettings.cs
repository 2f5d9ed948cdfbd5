using static Accelerator.Tuning.Catalogue.AllowedValues;
using static Accelerator.Tuning.Catalogue.CitedSources;

namespace Accelerator.Tuning.Catalogue;

/// <summary>The settings that adapter drivers keep in their class keys. A change restarts the adapter.</summary>
internal static class AdapterSettings
{
    private static readonly Named Checksums = Named.Of("disabled", "transmit", "receive", "both");

    public static IReadOnlyList<Setting> All { get; } =
    [
        Of("nic.rss", "*RSS", "Receive side scaling", Named.Switch, "enabled",
            "Gives the adapter several receive queues.", "enabled: several processors handle received packets.", "None known.", Keywords),
        Of("nic.rss-queues", "*NumRssQueues", "Receive queues", new DriverNumbers("queues"),
            "16 by the driver's file; many drivers come with 2",
            "The number of processors that share received packets.", "More than two: a queue is saturated at a few Gbit/s.",
            "It takes memory for each queue.", AdapterGuide, RssKeywords),
        Of("nic.rss-profile", "*RSSProfile", "RSS profile",
            new Named([new("closest", 1), new("closest-static", 2), new("numa", 3), new("numa-static", 4), new("conservative", 5),
                new("balanced", 6)]),
            "numa-static", "Selects the processors that take part.", "closest-static on a computer with two sockets and one adapter.",
            "It may select processors far from the adapter.", RssKeywords),
        Of("nic.receive-buffers", "*ReceiveBuffers", "Receive buffers", new DriverNumbers("buffers"), "the driver's, often 512",
            "The number of packets that may wait for the processor.",
            "The driver's maximum, on a computer that receives at 10 Gbit/s (Microsoft's advice).", "It takes memory for each queue.",
            AdapterGuide, Keywords),
        Of("nic.transmit-buffers", "*TransmitBuffers", "Transmit buffers", new DriverNumbers("buffers"), "the driver's",
            "The number of packets that may wait for the line.", "The driver's maximum, on a computer that sends at 10 Gbit/s.",
            "It takes memory.", Keywords),
        Of("nic.jumbo", "*JumboPacket", "Jumbo frames", new DriverNumbers("bytes"), "1514",
            "The largest frame; with most drivers this includes its header of 14 bytes.",
            "Fewer packets for the same bytes, where every device on the path accepts the size: the overlay +jumbo checks that.",
            "Where one hop does not, large packets are dropped and transfers hang.", Keywords),
        Of("nic.lso4", "*LsoV2IPv4", "Large send offload, IPv4", Named.Switch, "enabled",
            "The adapter segments large sends.", "enabled: less processor time per byte sent.", "With a few drivers.", Keywords),
        Of("nic.lso6", "*LsoV2IPv6", "Large send offload, IPv6", Named.Switch, "enabled",
            "The adapter segments large sends.", "enabled: less processor time per byte sent.", "With a few drivers.", Keywords),
        Of("nic.rsc4", "*RscIPv4", "Segment coalescing, IPv4", Named.Switch, "enabled",
            "The adapter coalesces received packets.", "enabled: the processor handles fewer packets.", "With some virtual switches.",
            RssKeywords),
        Of("nic.rsc6", "*RscIPv6", "Segment coalescing, IPv6", Named.Switch, "enabled",
            "The adapter coalesces received packets.", "enabled: the processor handles fewer packets.", "With some virtual switches.",
            RssKeywords),
        Of("nic.checksum-tcp4", "*TCPChecksumOffloadIPv4", "TCP checksum offload, IPv4", Checksums, "both",
            "The adapter computes checksums.", "both: less processor time, and packets can be coalesced.",
            "With a few drivers.", Keywords),
        Of("nic.checksum-tcp6", "*TCPChecksumOffloadIPv6", "TCP checksum offload, IPv6", Checksums, "both",
            "The adapter computes checksums.", "both: less processor time, and packets can be coalesced.",
            "With a few drivers.", Keywords),
        Of("nic.checksum-ip4", "*IPChecksumOffloadIPv4", "IPv4 checksum offload", Checksums, "both",
            "The adapter computes checksums.", "both: less processor time.", "With a few drivers.", Keywords),
        Of("nic.rss-first-processor", "*RssBaseProcNumber", "First RSS processor", new DriverNumbers("(its number)"), "0",
            "The first processor that the queues use.", "2: the first processor, which also does other work, is left out.",
            "It may leave fewer processors than queues.", RssKeywords),
        Of("nic.rss-processors", "*MaxRssProcessors", "Maximum RSS processors", new DriverNumbers("processors"), "16",
            "The largest number of processors that take part.", "Never: keep the default.", "There may be fewer processors than queues.",
            RssKeywords),
        Of("nic.numa-node", "*NumaNodeId", "NUMA node", new DriverNumbers("(its number; 65535 is the adapter's own)"), "65535",
            "The NUMA node whose processors and memory serve the adapter.", "65535: Windows uses the node of the adapter's slot.",
            "A fixed node other than the slot's sends every packet across the link between the processors.", RssKeywords),
        Of("nic.interrupt-moderation", "*InterruptModeration", "Interrupt moderation", Named.Switch, "enabled",
            "Handles several packets per interrupt.", "enabled, for throughput.",
            "disabled overloads the processor with interrupts; enabled adds microseconds of delay.", AdapterGuide, Keywords),
        Of("nic.flow-control", "*FlowControl", "Flow control", Named.Of("disabled", "transmit", "receive", "both", "auto"),
            "disabled on servers, both on clients",
            "Lets the adapter and the switch pause each other.", "Where the switch has small buffers and supports pausing well.",
            "One slow receiver delays all others.", Keywords),
        Of("nic.eee", "*EEE", "Energy-efficient Ethernet", Named.Switch, "enabled",
            "Lets the link sleep between packets (IEEE 802.3az); only copper ports have it.",
            "disabled on a computer that receives at 10 Gbit/s: no packet waits until the link is awake.", "It uses more power.",
            PowerKeywords),
    ];

    private static Setting Of(string id, string keyword, string title, AllowedValues values, string usual, string effect, string helps,
        string hurts, params string[] sources) => new()
    {
        Id = id,
        Title = title,
        Values = values,
        Place = new SettingPlace.DriverKeyword(keyword),
        Scope = SettingScope.Adapter,
        Needs = SettingNeeds.AdapterRestart,
        Defaults = [new("", usual)],
        Effect = effect,
        Helps = helps,
        Hurts = hurts,
        Sources = sources,
    };
}
