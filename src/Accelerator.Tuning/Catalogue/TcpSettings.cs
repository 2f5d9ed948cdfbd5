using static Accelerator.Tuning.Catalogue.AllowedValues;
using static Accelerator.Tuning.Catalogue.CitedSources;

namespace Accelerator.Tuning.Catalogue;

/// <summary>The settings of the TCP stack, for all connections or for those of one template.</summary>
internal static class TcpSettings
{
    private const string Class = "MSFT_NetTCPSetting";
    private const string Internet = "Internet";

    // The values that netsh accepts. The numbers of the last two come from public programs, not from Microsoft's documents; others
    // (1 NewReno, 4 LEDBAT) are shown as numbers and left alone, because nothing could restore them.
    private static readonly Named Providers =
        new([new("default", 0), new("ctcp", 2), new("dctcp", 3), new("cubic", 5), new("bbr2", 6)]);

    public static IReadOnlyList<Setting> All { get; } =
    [
        new()
        {
            Id = "tcp.autotuning",
            Title = "Receive window autotuning",
            Values = Named.Of("disabled", "highlyrestricted", "restricted", "normal", "experimental"),
            Place = new SettingPlace.Cim(Class, "AutoTuningLevelLocal", Internet,
                new SettingPlace.CimPolicy("AutoTuningLevelEffective", "AutoTuningLevelGroupPolicy")),
            Netsh = ["interface", "tcp", "set", "global", "autotuninglevel={0}"],
            Needs = SettingNeeds.NewConnections,
            Defaults = [new("", "normal")],
            Effect = "The largest receive window: 64 KB, 256 KB, 1 MB, 16 MB or 1 GB, in the order of the values. "
                + "One stream carries one window per round trip.",
            Helps = "normal, where a lower value is set: at 200 ms a stream reaches 671 Mbit/s instead of 2.6 (disabled) "
                + "or 42 (restricted).",
            Hurts = "experimental applies to every connection of the computer, takes up to one window of kernel memory for each, "
                + "and fails behind some middleboxes.",
            Sources = [AdapterGuide, Netsh, TcpClass, TcpFeatures],
        },
        new()
        {
            Id = "tcp.scaling-heuristics",
            Title = "Scaling heuristics",
            Values = Named.Switch,
            Place = new SettingPlace.Cim(Class, "ScalingHeuristics", Internet),
            Needs = SettingNeeds.NewConnections,
            Defaults = [new("", "disabled (seen)")],
            Effect = "Once let Windows lower the autotuning level by itself.",
            Helps = "Never: the reference says that it no longer has an effect.",
            Hurts = "It misleads: it has no effect.",
            NeverWritten = "it has no effect on Windows 10, Server 2016 and later",
            Sources = [Netsh, TcpClass],
        },
        new()
        {
            Id = "tcp.force-window-scaling",
            Title = "Window scaling on a repeated SYN",
            Values = Named.Switch,
            Place = new SettingPlace.Cim(Class, "ForceWS", Internet),
            Netsh = ["interface", "tcp", "set", "heuristics", "forcews={0}"],
            Needs = SettingNeeds.NewConnections,
            Defaults = [new("", "enabled or disabled, by build")],
            Effect = "Repeats the offer of window scaling when the first packet of a connection is lost.",
            Helps = "enabled, on a path with loss: a connection whose first packet was lost keeps its large window instead of 64 KB.",
            Hurts = "None known.",
            Sources = [Netsh, TcpClass, TcpCmdlet],
        },
        new()
        {
            Id = "tcp.provider",
            Title = "Congestion control (Internet template)",
            Values = Providers,
            Place = new SettingPlace.Cim(Class, "CongestionProvider", Internet),
            Netsh = ["interface", "tcp", "set", "supplemental", "template=internet", "congestionprovider={0}"],
            Needs = SettingNeeds.NewConnections,
            Defaults = [new("Server 2016", "ctcp"), new("Windows 10 1709, Server 2019 and later", "cubic"),
                new("Windows 11 24H2", "cubic or bbr2, by build")],
            Effect = "The algorithm that sets the sending rate. It affects what this computer sends, not what it receives.",
            Helps = "cubic, for uploads over long paths. For downloads the server's setting matters.",
            Hurts = "bbr2 on Windows 11 24H2 stalls connections inside the computer (proxies, and this program's own self-test). "
                + "dctcp collapses where switches do not mark packets.",
            Sources = [Netsh, TcpClass, Transport, Bbr2],
        },
        new()
        {
            Id = "tcp.initial-window",
            Title = "Initial congestion window",
            Values = new Numbers(2, 64, 2, "segments"),
            Place = new SettingPlace.Cim(Class, "InitialCongestionWindow", Internet),
            Netsh = ["interface", "tcp", "set", "supplemental", "template=internet", "icw={0}"],
            Needs = SettingNeeds.NewConnections,
            IsServerOnly = true,
            Defaults = [new("before 1607", "4"), new("", "10")],
            Effect = "The number of segments sent before the first acknowledgement.",
            Helps = "Many small uploads: saves less than two round trips each.",
            Hurts = "It sends bursts into a full path.",
            Sources = [Netsh, TcpCmdlet, Transport],
        },
        new()
        {
            Id = "tcp.cwnd-restart",
            Title = "Slow start after idle",
            Values = Named.Switch,
            Place = new SettingPlace.Cim(Class, "CwndRestart", Internet),
            Netsh = ["interface", "tcp", "set", "supplemental", "template=internet", "enablecwndrestart={0}"],
            Needs = SettingNeeds.NewConnections,
            IsServerOnly = true,
            Defaults = [new("", "disabled")],
            Effect = "Whether an idle connection returns to slow start.",
            Helps = "disabled keeps the rate across the pause between two files.",
            Hurts = "It sends a burst after a pause.",
            Sources = [Netsh, TcpCmdlet],
        },
        new()
        {
            Id = "tcp.ecn",
            Title = "Explicit congestion notification",
            Values = Named.Switch,
            Place = new SettingPlace.Cim(Class, "EcnCapability", Internet),
            Netsh = ["interface", "tcp", "set", "global", "ecncapability={0}"],
            Needs = SettingNeeds.NewConnections,
            Defaults = [new("", "disabled (seen)")],
            Effect = "Lets switches mark packets instead of dropping them.",
            Helps = "Together with dctcp, in a fabric whose switches mark packets.",
            Hurts = "A few middleboxes drop marked packets.",
            Sources = [Netsh, TcpCmdlet],
        },
        new()
        {
            Id = "tcp.timestamps",
            Title = "Timestamps",
            Values = Named.Of("disabled", "enabled", "allowed"),
            Place = new SettingPlace.Cim(Class, "Timestamps", Internet),
            Netsh = ["interface", "tcp", "set", "global", "timestamps={0}"],
            Needs = SettingNeeds.NewConnections,
            Defaults = [new("", "allowed or disabled, by build")],
            Effect = "Puts a timestamp in every packet, for exact round trip times and to reject old packets when "
                + "the sequence numbers wrap.",
            Helps = "A single stream above 2 Gbit/s, whose sequence numbers wrap every few seconds. Many streams do not need it.",
            Hurts = "12 bytes per packet, and some adapters stop coalescing packets.",
            Sources = [Netsh, RssKeywords],
        },
        new()
        {
            Id = "tcp.initial-rto",
            Title = "First retransmission",
            Values = new Numbers(300, 3000, 1, "ms"),
            Place = new SettingPlace.Cim(Class, "InitialRto", Internet),
            Netsh = ["interface", "tcp", "set", "global", "initialrto={0}"],
            Needs = SettingNeeds.NewConnections,
            Defaults = [new("", "3000 by the documents, 1000 as seen")],
            Effect = "How long to wait for the answer to a connection's first packet.",
            Helps = "On a path that loses first packets, where the default is 3000.",
            Hurts = "Below the round trip time, everything is sent twice.",
            Sources = [Netsh, TcpClass],
        },
        new()
        {
            Id = "tcp.dynamic-ports",
            Title = "Dynamic ports",
            Values = new PortRanges(),
            Place = new SettingPlace.Ports(Class, "DynamicPortRangeStartPort", "DynamicPortRangeNumberOfPorts", Internet),
            Netsh = ["interface", "ipv4", "set", "dynamicport", "tcp", "start={start}", "num={count}"],
            Defaults = [new("", "49152-65535")],
            Effect = "The ports of outgoing connections. They limit the number of connections, including those in TIME_WAIT.",
            Helps = "Trees of many small files: each file takes a data connection, whose port stays in use for minutes.",
            Hurts = "The range may include a port that a service listens on.",
            Sources = [Ports, TcpClass],
        },
    ];
}
