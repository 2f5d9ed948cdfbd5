using static Accelerator.Tuning.Catalogue.AllowedValues;
using static Accelerator.Tuning.Catalogue.CitedSources;

namespace Accelerator.Tuning.Catalogue;

/// <summary>Power, scheduling and file system settings, and the obsolete or harmful values of older Windows versions.</summary>
internal static class HostSettings
{
    private const string Tcpip = @"SYSTEM\CurrentControlSet\Services\Tcpip\Parameters";
    private const string Afd = @"SYSTEM\CurrentControlSet\Services\AFD\Parameters";
    private const string FileSystem = @"SYSTEM\CurrentControlSet\Control\FileSystem";
    private const string Dead = "Windows 10, Server 2019 and later do not read it";

    private static readonly Numbers AnyNumber = new(0, uint.MaxValue, 1, "(a number)");

    public static IReadOnlyList<Setting> All { get; } =
    [
        new()
        {
            Id = "power.plan",
            Title = "Power plan",
            Values = Named.Of("balanced", "high-performance", "saver"),
            Place = new SettingPlace.PowerPlan(),
            Defaults = [new("", "balanced")],
            Effect = "How far processors and buses slow down when there is little to do.",
            Helps = "high-performance on a computer that does nothing but move data.",
            Hurts = "It uses more power. Computers with modern standby have only balanced.",
            Sources = [Power, AdapterGuide],
        },
        new()
        {
            Id = "host.network-throttling",
            Title = "Network throttling during playback",
            Values = AnyNumber,
            Place = new SettingPlace.Registry(
                @"SOFTWARE\Microsoft\Windows NT\CurrentVersion\Multimedia\SystemProfile", "NetworkThrottlingIndex"),
            Needs = SettingNeeds.Reboot,
            Defaults = [new("", "10")],
            Effect = "Packets per millisecond that other programs may receive while a program plays sound or video; "
                + "4294967295 is unlimited.",
            Helps = "A desktop that plays media during a transfer.",
            Hurts = "Sound may stutter. It has no effect on a server.",
            Sources = [Multimedia],
        },
        new()
        {
            Id = "files.long-paths",
            Title = "Long paths",
            Values = Named.Switch,
            Place = new SettingPlace.Registry(FileSystem, "LongPathsEnabled"),
            Defaults = [new("", "disabled")],
            Effect = "Lets programs that declare support use paths of more than 260 characters.",
            Helps = "Other programs that open mirrored files; ftpx does not need it.",
            Hurts = "None known.",
            Sources = [LongPaths],
        },
        Reported("files.last-access", "Last access times", FileSystem, "NtfsDisableLastAccessUpdate", "by the system",
            "Whether reading a file updates its last access time.", "it is Windows' own to manage since 1803", Files),
        Reported("files.short-names", "8.3 names", FileSystem, "NtfsDisable8dot3NameCreation", "2 (by volume)",
            "A second, short name for each file; it is slow in folders of 100,000 files.", "it is set by volume: fsutil 8dot3name", Files),
        Reported("dead.tcp-window-size", "TcpWindowSize", Tcpip, "TcpWindowSize", "absent", "The receive window of Windows XP.", Dead,
            AdapterGuide),
        Reported("dead.global-max-tcp-window-size", "GlobalMaxTcpWindowSize", Tcpip, "GlobalMaxTcpWindowSize", "absent",
            "The largest receive window of Windows XP.", Dead, TcpFeatures),
        Reported("dead.tcp1323-opts", "Tcp1323Opts", Tcpip, "Tcp1323Opts", "absent", "Window scaling and timestamps of Windows 2000.",
            "tcp.autotuning and tcp.timestamps have taken its place", TcpFeatures),
        Reported("dead.num-tcb-table-partitions", "NumTcbTablePartitions", Tcpip, "NumTcbTablePartitions", "absent",
            "Tables of connections in Windows Server 2003.", Dead, AdapterGuide),
        Reported("dead.max-hash-table-size", "MaxHashTableSize", Tcpip, "MaxHashTableSize", "absent",
            "Tables of connections in Windows Server 2003.", Dead, AdapterGuide),
        Reported("dead.max-user-port", "MaxUserPort", Tcpip, "MaxUserPort", "absent", "The last outgoing port of Windows XP.",
            "tcp.dynamic-ports has taken its place", Ports),
        Reported("harm.default-receive-window", "AFD DefaultReceiveWindow", Afd, "DefaultReceiveWindow", "absent",
            "A fixed receive buffer for every socket of the computer.", "a fixed buffer switches autotuning off; delete it", AdapterGuide),
        Reported("harm.default-send-window", "AFD DefaultSendWindow", Afd, "DefaultSendWindow", "absent",
            "A fixed send buffer for every socket of the computer.", "a fixed buffer switches dynamic send buffering off; delete it",
            SendBacklog),
        Reported("harm.system-responsiveness", "SystemResponsiveness",
            @"SOFTWARE\Microsoft\Windows NT\CurrentVersion\Multimedia\SystemProfile", "SystemResponsiveness", "20",
            "Processor time withheld from media programs, in per cent.",
            "values below 10 are taken for 20: the advice to set 0 does nothing", Multimedia),
        Reported("policy.autotuning", "Autotuning by group policy", @"SOFTWARE\Policies\Microsoft\Windows\QoS",
            "Tcp Autotuning Level", "absent",
            "A group policy that overrides tcp.autotuning.", "policies belong to the domain's administrators", QosWindow),
    ];

    private static Setting Reported(
        string id, string title, string key, string name, string usual, string effect, string why, params string[] sources) => new()
    {
        Id = id,
        Title = title,
        Values = AnyNumber,
        Place = new SettingPlace.Registry(key, name),
        Defaults = [new("", usual)],
        Effect = effect,
        Helps = "Never written, only reported.",
        Hurts = "See the reason why it is never written.",
        NeverWritten = why,
        Sources = sources,
    };
}
