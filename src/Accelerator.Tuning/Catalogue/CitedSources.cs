namespace Accelerator.Tuning.Catalogue;

/// <summary>The documents that the catalogue cites, by topic.</summary>
internal static class CitedSources
{
    public const string AdapterGuide = "Microsoft: Windows Server, performance tuning of network adapters";
    public const string Netsh = "Microsoft: netsh interface reference (October 2025)";
    public const string TcpClass = "Microsoft: MSFT_NetTCPSetting";
    public const string TcpCmdlet = "Microsoft: Set-NetTCPSetting";
    public const string OffloadClass = "Microsoft: MSFT_NetOffloadGlobalSetting";
    public const string TcpFeatures = "Microsoft: description of Windows TCP features (KB 224829)";
    public const string Keywords = "Microsoft: standardised INF keywords of network devices";
    public const string RssKeywords = "Microsoft: standardised INF keywords for RSS";
    public const string PowerKeywords = "Microsoft: standardised INF keywords for power management";
    public const string SendBacklog = "Microsoft: SIO_IDEAL_SEND_BACKLOG_QUERY";
    public const string Ports = "Microsoft: dynamic port range (KB 929851)";
    public const string QosWindow = "Microsoft: QoS policy, inbound TCP throughput levels";
    public const string Multimedia = "Microsoft: multimedia class scheduler service";
    public const string Power = "Microsoft: power policy settings";
    public const string Files = "Microsoft: fsutil behavior";
    public const string LongPaths = "Microsoft: maximum file path limitation";
    public const string Transport = "Microsoft networking blog: transport features of Windows Server 2016, 2019 and 2022";
    public const string IpSysctl = "Linux kernel: Documentation/networking/ip-sysctl.rst";
    public const string NetSysctl = "Linux kernel: Documentation/admin-guide/sysctl/net.rst";
    public const string Scaling = "Linux kernel: Documentation/networking/scaling.rst";
    public const string IpLink = "ip-link(8)";
    public const string Ethtool = "ethtool(8)";
    public const string Fq = "tc-fq(8)";
    public const string IrqAffinity = "Linux kernel: Documentation/core-api/irq/irq-affinity.rst";
    public const string SysctlD = "sysctl.d(5)";
    public const string Kari = "perfSONAR's settings for test hosts, as in the consulting notes for KARI's 10 Gbit/s line (2022)";
    public const string Twaren = "TWAREN: data transfer nodes between Taipei and Chicago, 10 Gbit/s, 186 ms";
    public const string CpuFreq = "Linux kernel: Documentation/admin-guide/pm/cpufreq.rst";
    public const string Bbr2 = "issue threads of five proxy programs on Windows 11 24H2 (Xray-core 4211, sing-box 2174, hysteria 1383, "
        + "karing 382, AdguardForWindows 5328)";
}
