using static Accelerator.Tuning.Catalogue.AllowedValues;
using static Accelerator.Tuning.Catalogue.CitedSources;

namespace Accelerator.Tuning.Catalogue;

/// <summary>Settings that the profiles leave alone: shown because they may have been altered, and available for custom profiles.</summary>
internal static class RareSettings
{
    private const string Class = "MSFT_NetTCPSetting";
    private const string Internet = "Internet";

    private static readonly Named WithDefault = Named.Of("disabled", "enabled", "default");

    public static IReadOnlyList<Setting> All { get; } =
    [
        Template("tcp.min-rto", "Shortest retransmission", new Numbers(20, 300, 10, "ms"), "MinRto", "minrto={0}", "300",
            "The shortest time before a packet is sent again.", "Never on a long path.",
            "Below the variation of the round trip time, everything is sent twice.", TcpCmdlet),
        Template("tcp.delayed-ack-timeout", "Delayed acknowledgement", new Numbers(10, 600, 1, "ms"), "DelayedAckTimeout",
            "delayedacktimeout={0}", "40 (seen)",
            "How long an acknowledgement may wait for another packet.",
            "Never on a long path: it is short compared to the round trip time.",
            "A short time sends more packets back to the server.", TcpClass),
        Template("tcp.delayed-ack-frequency", "Packets for one acknowledgement", new Numbers(1, 255, 1, "packets"),
            "DelayedAckFrequency", "delayedackfrequency={0}", "2 (seen)",
            "The number of packets per acknowledgement.", "Never on a long path.",
            "1 doubles the packets back to the server; a large number makes the sender bursty.", TcpClass),
        Global("tcp.max-syn-retransmissions", "Repeated SYNs", new Numbers(2, 8, 1, "tries"), "MaxSynRetransmissions",
            "maxsynretransmissions={0}", "2 by the documents, 4 as seen",
            "How often a connection's first packet is sent again.", "More, on a path that loses first packets.",
            "A server that is down is noticed later.", TcpClass),
        Global("tcp.non-sack-rtt-resiliency", "Round trips without selective acknowledgements", Named.Switch, "NonSackRttResiliency",
            "nonsackrttresiliency={0}", "disabled",
            "Handles round trip times more carefully with peers that do not use selective acknowledgements.", "With servers of the 1990s.",
            "Losses are repaired more slowly.", TcpClass),
        Unread("tcp.pacing", "Pacing", new Texts("off", "initialwindow", "slowstart", "always", "default"),
            ["interface", "tcp", "set", "global", "pacingprofile={0}"], "off",
            "Spreads the sent packets over the round trip.", "slowstart, where the first bursts of an upload overflow a switch.",
            "It costs processor time."),
        Unread("tcp.fast-open", "Fast open", WithDefault, ["interface", "tcp", "set", "global", "fastopen={0}"], "enabled",
            "Sends data in the first packet of a connection.", "Never: FTP servers do not use it.", "Some middleboxes drop such packets."),
        Unread("tcp.prr", "Proportional rate reduction", WithDefault, ["interface", "tcp", "set", "global", "prr={0}"], "enabled",
            "Keeps sending at a lower rate while losses are repaired.", "default undoes the change of a game booster.",
            "If off, a loss stops the sender."),
        Unread("tcp.loopback-mtu", "Large packets inside the computer", Named.Switch,
            ["interface", "ipv4", "set", "global", "loopbacklargemtu={0}"], "enabled",
            "Uses packets of 64 KB between programs of this computer.",
            "disabled, where bbr2 must stay on Windows 11 24H2 and local connections hang.",
            "Connections inside the computer are slower.", Bbr2),
        Unread("winsock.send-autotuning", "Dynamic send buffering", Named.Of("off", "on"),
            ["winsock", "set", "autotuning", "{0}"], "on",
            "Lets the send buffer grow with the path.", "on, where it is off.", "If off, uploads are very slow on a long path.",
            SendBacklog) with { Needs = SettingNeeds.Reboot },
        new()
        {
            Id = "ip.mtu",
            Title = "Largest IP packet",
            Values = new Numbers(576, 65535, 1, "bytes"),
            Place = new SettingPlace.IPv4Interface("NlMtu"),
            Netsh = ["interface", "ipv4", "set", "subinterface", "{index}", "mtu={0}", "store=persistent"],
            Scope = SettingScope.Adapter,
            Defaults = [new("", "1500, or what nic.jumbo gives")],
            Effect = "The largest packet that IPv4 sends over the adapter. It follows nic.jumbo when the adapter restarts.",
            Helps = "A smaller value, where the path drops large packets and that cannot be repaired.",
            Hurts = "A smaller value needs more packets. It cannot be larger than the adapter's frame.",
            Sources = [Netsh],
        },
        new()
        {
            Id = "tcp.auto-reuse-ports",
            Title = "Port reuse",
            Values = new Numbers(0, 65535, 1, "ports"),
            Place = new SettingPlace.Cim(Class, "AutoReusePortRangeNumberOfPorts", Internet),
            Defaults = [new("", "0")],
            Effect = "Lets several connections to different servers share a port.",
            Helps = "Tens of thousands of connections at once.",
            Hurts = "None known.",
            NeverWritten = "this program does not ask for such ports",
            Sources = [TcpClass],
        },
        new()
        {
            Id = "tcp.memory-pressure-protection",
            Title = "Protection against memory pressure",
            Values = Named.Of("disabled", "enabled", "default"),
            Place = new SettingPlace.Cim(Class, "MemoryPressureProtection", Internet),
            Defaults = [new("", "enabled"), new("", "default")],
            Effect = "Drops an attacker's connections when memory runs short.",
            Helps = "On any computer that is reachable from a network.",
            Hurts = "None known.",
            NeverWritten = "it protects the computer",
            Sources = [TcpClass],
        },
    ];

    private static Setting Template(string id, string title, AllowedValues values, string property, string netsh, string usual,
        string effect, string helps, string hurts, string source) =>
        Of(id, title, values, new SettingPlace.Cim(Class, property, Internet),
            ["interface", "tcp", "set", "supplemental", "template=internet", netsh], usual, effect, helps, hurts, [Netsh, source])
            with { IsServerOnly = true };

    private static Setting Global(string id, string title, AllowedValues values, string property, string netsh, string usual, string effect,
        string helps, string hurts, string source) =>
        Of(id, title, values, new SettingPlace.Cim(Class, property, Internet), ["interface", "tcp", "set", "global", netsh], usual, effect,
            helps, hurts, [Netsh, source]);

    private static Setting Unread(string id, string title, AllowedValues values, IReadOnlyList<string> netsh, string usual, string effect,
        string helps, string hurts, params string[] sources) =>
        Of(id, title, values, new SettingPlace.Unread(), netsh, usual, effect, helps, hurts, [Netsh, .. sources]);

    private static Setting Of(string id, string title, AllowedValues values, SettingPlace place, IReadOnlyList<string> netsh, string usual,
        string effect, string helps, string hurts, IReadOnlyList<string> sources) => new()
    {
        Id = id,
        Title = title,
        Values = values,
        Place = place,
        Netsh = netsh,
        Needs = SettingNeeds.NewConnections,
        Defaults = [new("", usual)],
        Effect = effect,
        Helps = helps,
        Hurts = hurts,
        Sources = sources,
    };
}
