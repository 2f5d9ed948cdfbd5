using static Accelerator.Tuning.Catalogue.AllowedValues;
using static Accelerator.Tuning.Catalogue.CitedSources;

namespace Accelerator.Tuning.Catalogue;

/// <summary>The offloads of the network stack to the adapters, and the settings that only netsh shows.</summary>
internal static class StackSettings
{
    private const string Class = "MSFT_NetOffloadGlobalSetting";

    private static readonly Named WithDefault = Named.Of("disabled", "enabled", "default");

    public static IReadOnlyList<Setting> All { get; } =
    [
        new()
        {
            Id = "tcp.rss",
            Title = "Receive side scaling",
            Values = Named.Switch,
            Place = new SettingPlace.Cim(Class, "ReceiveSideScaling"),
            Netsh = ["interface", "tcp", "set", "global", "rss={0}"],
            Defaults = [new("", "enabled")],
            Effect = "Spreads received packets over several processors.",
            Helps = "enabled: several processors handle received packets; one is saturated at a few Gbit/s.",
            Hurts = "None known.",
            Sources = [Netsh, OffloadClass, AdapterGuide],
        },
        new()
        {
            Id = "tcp.rsc",
            Title = "Receive segment coalescing",
            Values = Named.Switch,
            Place = new SettingPlace.Cim(Class, "ReceiveSegmentCoalescing"),
            Netsh = ["interface", "tcp", "set", "global", "rsc={0}"],
            Defaults = [new("", "enabled")],
            Effect = "Coalesces packets of one stream before the stack processes them.",
            Helps = "enabled: less processor time per byte.",
            Hurts = "With some virtual switches.",
            Sources = [Netsh, OffloadClass],
        },
        new()
        {
            Id = "tcp.task-offload",
            Title = "Task offload",
            Values = Named.Switch,
            Place = new SettingPlace.Cim(Class, "TaskOffload"),
            Netsh = ["interface", "ip", "set", "global", "taskoffload={0}"],
            Needs = SettingNeeds.Reboot,
            Defaults = [new("", "enabled")],
            Effect = "Lets adapters compute checksums and segment large sends.",
            Helps = "enabled: the adapter does this work instead of the processor.",
            Hurts = "Only with a defective driver.",
            Sources = [OffloadClass],
        },
        new()
        {
            Id = "tcp.chimney",
            Title = "Chimney offload",
            Values = Named.Of("disabled", "enabled", "automatic"),
            Place = new SettingPlace.Cim(Class, "Chimney"),
            Netsh = ["interface", "tcp", "set", "global", "chimney={0}"],
            Defaults = [new("", "disabled")],
            Effect = "Handed whole connections to the adapter.",
            Helps = "disabled, where it is enabled.",
            Hurts = "enabled is deprecated, and connections failed with it.",
            Sources = [OffloadClass, AdapterGuide],
        },
        new()
        {
            Id = "tcp.hystart",
            Title = "HyStart++",
            Values = WithDefault,
            Place = new SettingPlace.Unread(),
            Netsh = ["interface", "tcp", "set", "global", "hystart={0}"],
            LeastBuild = 20348,
            Defaults = [new("Windows 11, Server 2022 and later", "enabled")],
            Effect = "Leaves slow start before the first loss.",
            Helps = "default undoes the change of a game booster.",
            Hurts = "If off, a long path loses a window of packets at the start.",
            Sources = [Netsh, Transport],
        },
        new()
        {
            Id = "tcp.rack",
            Title = "RACK loss detection",
            Values = WithDefault,
            Place = new SettingPlace.Unread(),
            Netsh = ["interface", "tcp", "set", "supplemental", "template=internet", "rack={0}"],
            LeastBuild = 20348,
            Defaults = [new("Windows 11, Server 2022 and later", "enabled")],
            Effect = "Detects losses by time instead of by counting acknowledgements.",
            Helps = "default undoes the change of a game booster.",
            Hurts = "If off, reordering looks like loss.",
            Sources = [Netsh, Transport],
        },
        new()
        {
            Id = "tcp.tail-loss-probe",
            Title = "Tail loss probe",
            Values = WithDefault,
            Place = new SettingPlace.Unread(),
            Netsh = ["interface", "tcp", "set", "supplemental", "template=internet", "taillossprobe={0}"],
            LeastBuild = 20348,
            Defaults = [new("Windows 11, Server 2022 and later", "enabled")],
            Effect = "Detects the loss of the last packets without waiting for a full timeout.",
            Helps = "default undoes the change of a game booster.",
            Hurts = "If off, small files wait for timeouts.",
            Sources = [Netsh, Transport],
        },
    ];
}
