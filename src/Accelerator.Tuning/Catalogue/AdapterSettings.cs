using static Accelerator.Tuning.Catalogue.CitedSources;

namespace Accelerator.Tuning.Catalogue;

/// <summary>What the drivers of adapters keep in their class keys. A change restarts the adapter.</summary>
internal static class AdapterSettings
{
    private static readonly NamedValues Checksums = NamedValues.Of("disabled", "transmit", "receive", "both");

    public static IReadOnlyList<Setting> All { get; } =
    [
        Of("nic.rss", "*RSS", "RSS on the adapter", NamedValues.Switch, "enabled",
            "Several receive queues.", "Off, one processor takes all that arrives.", "Nowhere that is known of.", Keywords),
        Of("nic.rss-queues", "*NumRssQueues", "Receive queues", new DriverValues("queues"), "16 by the driver's file; many drivers come with 2",
            "How many processors share what arrives.", "Two queues are full at some Gbit/s each.", "Memory for each queue.", AdapterGuide, RssKeywords),
        Of("nic.rss-profile", "*RSSProfile", "RSS profile", new NamedValues([new("closest", 1), new("closest-static", 2), new("numa", 3), new("numa-static", 4), new("conservative", 5), new("balanced", 6)]),
            "numa-static", "Which processors take part.", "closest-static on a computer with two sockets and one adapter.", "Processors far from the adapter.", RssKeywords),
        Of("nic.receive-buffers", "*ReceiveBuffers", "Receive buffers", new DriverValues("buffers"), "the driver's, often 512",
            "How many packets may wait for the processor.", "The driver's most, on a computer that receives at 10 Gbit/s: Microsoft's own advice.", "Memory for each queue.", AdapterGuide, Keywords),
        Of("nic.transmit-buffers", "*TransmitBuffers", "Transmit buffers", new DriverValues("buffers"), "the driver's",
            "How many packets may wait for the line.", "The driver's most, on a computer that sends at 10 Gbit/s.", "Memory.", Keywords),
        Of("nic.jumbo", "*JumboPacket", "Jumbo frames", new DriverValues("bytes"), "1514",
            "The largest frame, its header of 14 bytes included with most drivers.", "Fewer packets for the same bytes, where every hop takes them: prove it with ftpx doctor first.",
            "Where one hop does not, large packets vanish and transfers hang.", Keywords),
        Of("nic.lso4", "*LsoV2IPv4", "Large send offload, IPv4", NamedValues.Switch, "enabled",
            "The adapter cuts large sends.", "Off, the processor does.", "Rare drivers.", Keywords),
        Of("nic.lso6", "*LsoV2IPv6", "Large send offload, IPv6", NamedValues.Switch, "enabled",
            "The adapter cuts large sends.", "Off, the processor does.", "Rare drivers.", Keywords),
        Of("nic.rsc4", "*RscIPv4", "Segment coalescing, IPv4", NamedValues.Switch, "enabled",
            "The adapter joins received packets.", "Off, the processor takes each packet.", "Some virtual switches.", RssKeywords),
        Of("nic.rsc6", "*RscIPv6", "Segment coalescing, IPv6", NamedValues.Switch, "enabled",
            "The adapter joins received packets.", "Off, the processor takes each packet.", "Some virtual switches.", RssKeywords),
        Of("nic.checksum-tcp4", "*TCPChecksumOffloadIPv4", "Checksums of TCP, IPv4", Checksums, "both",
            "The adapter reckons checksums.", "Off, the processor does, and packets are not joined either.", "Rare drivers.", Keywords),
        Of("nic.checksum-tcp6", "*TCPChecksumOffloadIPv6", "Checksums of TCP, IPv6", Checksums, "both",
            "The adapter reckons checksums.", "Off, the processor does, and packets are not joined either.", "Rare drivers.", Keywords),
        Of("nic.checksum-ip4", "*IPChecksumOffloadIPv4", "Checksums of IPv4", Checksums, "both",
            "The adapter reckons checksums.", "Off, the processor does.", "Rare drivers.", Keywords),
        Of("nic.rss-first-processor", "*RssBaseProcNumber", "First processor that receives", new DriverValues("(its number)"), "0",
            "Where the queues' processors begin.", "2 keeps the first processor, which does other work too, out of it.", "Fewer processors than queues.", RssKeywords),
        Of("nic.rss-processors", "*MaxRssProcessors", "Processors that receive", new DriverValues("processors"), "16",
            "How many processors take part at most.", "Leave it.", "Too few for the queues.", RssKeywords),
        Of("nic.interrupt-moderation", "*InterruptModeration", "Interrupt moderation", NamedValues.Switch, "enabled",
            "Several packets for each interrupt.", "On, for throughput.", "Off, the processor drowns in interrupts; on, microseconds of delay.", AdapterGuide, Keywords),
        Of("nic.flow-control", "*FlowControl", "Flow control", NamedValues.Of("disabled", "transmit", "receive", "both", "auto"), "disabled on servers, both on clients",
            "Lets the adapter and the switch tell each other to pause.", "Where the switch's buffers are small and it pauses well.", "One slow receiver holds up all others.", Keywords),
    ];

    private static Setting Of(string id, string keyword, string title, AllowedValues values, string usual, string effect, string helps, string hurts, params string[] sources) => new()
    {
        Id = id,
        Title = title,
        Values = values,
        Place = new KeywordPlace(keyword),
        Scope = SettingScope.Adapter,
        Needs = SettingNeeds.AdapterRestart,
        Defaults = [new("", usual)],
        Effect = effect,
        Helps = helps,
        Hurts = hurts,
        Sources = sources,
    };
}
