using static Accelerator.Tuning.Catalogue.CitedSources;

namespace Accelerator.Tuning.Catalogue;

/// <summary>What the TCP stack does for all connections, or for those of one template.</summary>
internal static class TcpSettings
{
    private const string Class = "MSFT_NetTCPSetting";
    private const string Internet = "Internet";

    // What netsh takes. The numbers of the last two come from public programs, not from Microsoft's documents; others (1 NewReno, 4 LEDBAT) are shown as
    // numbers and left alone, because nothing could set them back.
    private static readonly NamedValues Providers = new([new("default", 0), new("ctcp", 2), new("dctcp", 3), new("cubic", 5), new("bbr2", 6)]);

    public static IReadOnlyList<Setting> All { get; } =
    [
        new()
        {
            Id = "tcp.autotuning",
            Title = "Receive window autotuning",
            Values = NamedValues.Of("disabled", "highlyrestricted", "restricted", "normal", "experimental"),
            Place = new CimPlace(Class, "AutoTuningLevelLocal", Internet, new CimPolicy("AutoTuningLevelEffective", "AutoTuningLevelGroupPolicy")),
            Netsh = ["interface", "tcp", "set", "global", "autotuninglevel={0}"],
            Needs = SettingNeeds.NewConnections,
            Defaults = [new("", "normal")],
            Effect = "How far the receive window may grow: 64 KB, 256 KB, 1 MB, 16 MB and 1 GB at most. One stream carries one window in a round trip.",
            Helps = "Anything below normal chokes a long path: at 200 ms, disabled holds a stream to 2.6 Mbit/s, restricted to 42, normal to 671.",
            Hurts = "experimental holds for every connection of the computer, takes up to the whole window of kernel memory for each, and meets middleboxes that do not follow.",
            Sources = [AdapterGuide, Netsh, TcpClass, TcpFeatures],
        },
        new()
        {
            Id = "tcp.scaling-heuristics",
            Title = "Scaling heuristics",
            Values = NamedValues.Switch,
            Place = new CimPlace(Class, "ScalingHeuristics", Internet),
            Needs = SettingNeeds.NewConnections,
            Defaults = [new("", "disabled (seen)")],
            Effect = "Once let Windows lower the autotuning level by itself.",
            Helps = "Never: the reference says that it has no effect any more.",
            Hurts = "It gives a false belief.",
            NeverWritten = "it has no effect on Windows 10, Server 2016 and later",
            Sources = [Netsh, TcpClass],
        },
        new()
        {
            Id = "tcp.force-window-scaling",
            Title = "Window scaling on a repeated SYN",
            Values = NamedValues.Switch,
            Place = new CimPlace(Class, "ForceWS", Internet),
            Netsh = ["interface", "tcp", "set", "heuristics", "forcews={0}"],
            Needs = SettingNeeds.NewConnections,
            Defaults = [new("", "enabled or disabled, by build")],
            Effect = "Keeps the offer of window scaling when the first packet of a connection was lost.",
            Helps = "On a path with loss: without it a connection that began with a lost packet stays at 64 KB.",
            Hurts = "Nowhere that is known of.",
            Sources = [Netsh, TcpClass, TcpCmdlet],
        },
        new()
        {
            Id = "tcp.provider",
            Title = "Congestion control (Internet template)",
            Values = Providers,
            Place = new CimPlace(Class, "CongestionProvider", Internet),
            Netsh = ["interface", "tcp", "set", "supplemental", "template=internet", "congestionprovider={0}"],
            Needs = SettingNeeds.NewConnections,
            Defaults = [new("Server 2016", "ctcp"), new("Windows 10 1709, Server 2019 and later", "cubic"), new("Windows 11 24H2", "cubic or bbr2, by build")],
            Effect = "How a sender feels its way to the path's speed. It bears on what this computer sends, not on what it receives.",
            Helps = "cubic for uploads over long paths; for downloads the server's own counts.",
            Hurts = "bbr2 on Windows 11 24H2 stalls connections inside the computer (proxies, and this program's own self-test). dctcp collapses where switches do not mark.",
            Sources = [Netsh, TcpClass, Transport, Bbr2],
        },
        new()
        {
            Id = "tcp.initial-window",
            Title = "Initial congestion window",
            Values = new NumberValues(2, 64, 2, "segments"),
            Place = new CimPlace(Class, "InitialCongestionWindow", Internet),
            Netsh = ["interface", "tcp", "set", "supplemental", "template=internet", "icw={0}"],
            Needs = SettingNeeds.NewConnections,
            IsServerOnly = true,
            Defaults = [new("before 1607", "4"), new("", "10")],
            Effect = "How much is sent before the first acknowledgement.",
            Helps = "Many small uploads, by less than two round trips each.",
            Hurts = "Bursts into a full path.",
            Sources = [Netsh, TcpCmdlet, Transport],
        },
        new()
        {
            Id = "tcp.cwnd-restart",
            Title = "Slow start after idle",
            Values = NamedValues.Switch,
            Place = new CimPlace(Class, "CwndRestart", Internet),
            Netsh = ["interface", "tcp", "set", "supplemental", "template=internet", "enablecwndrestart={0}"],
            Needs = SettingNeeds.NewConnections,
            IsServerOnly = true,
            Defaults = [new("", "disabled")],
            Effect = "Whether a connection that was idle begins slowly again.",
            Helps = "disabled keeps the speed across the pause between two files.",
            Hurts = "A burst after a pause.",
            Sources = [Netsh, TcpCmdlet],
        },
        new()
        {
            Id = "tcp.ecn",
            Title = "Explicit congestion notification",
            Values = NamedValues.Switch,
            Place = new CimPlace(Class, "EcnCapability", Internet),
            Netsh = ["interface", "tcp", "set", "global", "ecncapability={0}"],
            Needs = SettingNeeds.NewConnections,
            Defaults = [new("", "disabled (seen)")],
            Effect = "Lets switches mark packets instead of dropping them.",
            Helps = "Together with dctcp in a fabric whose switches mark.",
            Hurts = "Rare middleboxes drop what is marked.",
            Sources = [Netsh, TcpCmdlet],
        },
        new()
        {
            Id = "tcp.timestamps",
            Title = "Timestamps",
            Values = NamedValues.Of("disabled", "enabled", "allowed"),
            Place = new CimPlace(Class, "Timestamps", Internet),
            Netsh = ["interface", "tcp", "set", "global", "timestamps={0}"],
            Needs = SettingNeeds.NewConnections,
            Defaults = [new("", "allowed or disabled, by build")],
            Effect = "A time in every packet: true round trips, and old packets known for old when the sequence numbers wrap.",
            Helps = "A single stream above 2 Gbit/s, whose numbers wrap every few seconds. Many streams do not need it.",
            Hurts = "12 bytes a packet, and some adapters stop joining packets.",
            Sources = [Netsh, RssKeywords],
        },
        new()
        {
            Id = "tcp.initial-rto",
            Title = "First retransmission",
            Values = new NumberValues(300, 3000, 1, "ms"),
            Place = new CimPlace(Class, "InitialRto", Internet),
            Netsh = ["interface", "tcp", "set", "global", "initialrto={0}"],
            Needs = SettingNeeds.NewConnections,
            Defaults = [new("", "3000 by the documents, 1000 as seen")],
            Effect = "How long a first packet is waited for.",
            Helps = "A path that loses first packets, where the default is 3000.",
            Hurts = "Below the round trip everything is sent twice.",
            Sources = [Netsh, TcpClass],
        },
        new()
        {
            Id = "tcp.dynamic-ports",
            Title = "Dynamic ports",
            Values = new PortRangeValues(),
            Place = new PortRangePlace(Class, "DynamicPortRangeStartPort", "DynamicPortRangeNumberOfPorts", Internet),
            Netsh = ["interface", "ipv4", "set", "dynamicport", "tcp", "start={start}", "num={count}"],
            Defaults = [new("", "49152-65535")],
            Effect = "The ports of outgoing connections, and so how many there may be, those included that wait out their time.",
            Helps = "Trees of many small files: each takes a data connection, and its port stays taken for minutes.",
            Hurts = "May meet a port that a service listens on.",
            Sources = [Ports, TcpClass],
        },
    ];
}
