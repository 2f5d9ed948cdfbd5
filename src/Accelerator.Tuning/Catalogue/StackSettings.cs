using static Accelerator.Tuning.Catalogue.CitedSources;

namespace Accelerator.Tuning.Catalogue;

/// <summary>What the network stack leaves to the adapters, and what only netsh knows.</summary>
internal static class StackSettings
{
    private const string Class = "MSFT_NetOffloadGlobalSetting";

    private static readonly NamedValues WithDefault = NamedValues.Of("disabled", "enabled", "default");

    public static IReadOnlyList<Setting> All { get; } =
    [
        new()
        {
            Id = "tcp.rss",
            Title = "Receive side scaling",
            Values = NamedValues.Switch,
            Place = new CimPlace(Class, "ReceiveSideScaling"),
            Netsh = ["interface", "tcp", "set", "global", "rss={0}"],
            Defaults = [new("", "enabled")],
            Effect = "Spreads received packets over several processors.",
            Helps = "Off, one processor takes all that arrives, and is full at a few Gbit/s.",
            Hurts = "Nowhere that is known of.",
            Sources = [Netsh, OffloadClass, AdapterGuide],
        },
        new()
        {
            Id = "tcp.rsc",
            Title = "Receive segment coalescing",
            Values = NamedValues.Switch,
            Place = new CimPlace(Class, "ReceiveSegmentCoalescing"),
            Netsh = ["interface", "tcp", "set", "global", "rsc={0}"],
            Defaults = [new("", "enabled")],
            Effect = "Joins packets of one stream before the stack sees them.",
            Helps = "Less processor time for each byte.",
            Hurts = "Some virtual switches.",
            Sources = [Netsh, OffloadClass],
        },
        new()
        {
            Id = "tcp.task-offload",
            Title = "Task offload",
            Values = NamedValues.Switch,
            Place = new CimPlace(Class, "TaskOffload"),
            Netsh = ["interface", "ip", "set", "global", "taskoffload={0}"],
            Needs = SettingNeeds.Reboot,
            Defaults = [new("", "enabled")],
            Effect = "Lets adapters reckon checksums and cut large sends.",
            Helps = "Off, the processor does all of it.",
            Hurts = "Nowhere but with a broken driver.",
            Sources = [OffloadClass],
        },
        new()
        {
            Id = "tcp.chimney",
            Title = "Chimney offload",
            Values = NamedValues.Of("disabled", "enabled", "automatic"),
            Place = new CimPlace(Class, "Chimney"),
            Netsh = ["interface", "tcp", "set", "global", "chimney={0}"],
            Defaults = [new("", "disabled")],
            Effect = "Gave whole connections to the adapter.",
            Helps = "disabled, where it is found enabled.",
            Hurts = "It is deprecated, and connections broke with it.",
            Sources = [OffloadClass, AdapterGuide],
        },
        new()
        {
            Id = "tcp.hystart",
            Title = "HyStart++",
            Values = WithDefault,
            Place = new UnreadPlace(),
            Netsh = ["interface", "tcp", "set", "global", "hystart={0}"],
            LeastBuild = 20348,
            Defaults = [new("Windows 11, Server 2022 and later", "enabled")],
            Effect = "Leaves slow start before the first loss.",
            Helps = "default undoes what a game booster has set.",
            Hurts = "Off, a long path loses a window of packets at the start.",
            Sources = [Netsh, Transport],
        },
        new()
        {
            Id = "tcp.rack",
            Title = "RACK loss detection",
            Values = WithDefault,
            Place = new UnreadPlace(),
            Netsh = ["interface", "tcp", "set", "supplemental", "template=internet", "rack={0}"],
            LeastBuild = 20348,
            Defaults = [new("Windows 11, Server 2022 and later", "enabled")],
            Effect = "Finds losses by time instead of by counting.",
            Helps = "default undoes what a game booster has set.",
            Hurts = "Off, reordering looks like loss.",
            Sources = [Netsh, Transport],
        },
        new()
        {
            Id = "tcp.tail-loss-probe",
            Title = "Tail loss probe",
            Values = WithDefault,
            Place = new UnreadPlace(),
            Netsh = ["interface", "tcp", "set", "supplemental", "template=internet", "taillossprobe={0}"],
            LeastBuild = 20348,
            Defaults = [new("Windows 11, Server 2022 and later", "enabled")],
            Effect = "Finds the loss of the last packets without waiting for a whole timeout.",
            Helps = "default undoes what a game booster has set.",
            Hurts = "Off, small files wait for timeouts.",
            Sources = [Netsh, Transport],
        },
    ];
}
