using Accelerator.Tuning.Tests.Recorded;
using Accelerator.Tuning.Tests.Running;

namespace Accelerator.Tuning.Tests.Linux;

/// <summary>
/// A Linux computer in a folder: kernel 6.1 with modules, eight processors on two nodes, an adapter of 10 Gbit/s (ixgbe) on the second node
/// and a bridge. The forms of the files are those of the kernel's documentation; no such computer was recorded.
/// </summary>
internal sealed class LinuxComputer : IDisposable
{
    private const string Sysctls =
        """
        net/core/default_qdisc=fq_codel
        net/core/rmem_max=212992
        net/core/wmem_max=212992
        net/core/netdev_max_backlog=1000
        net/ipv4/tcp_rmem=4096	131072	6291456
        net/ipv4/tcp_wmem=4096	16384	4194304
        net/ipv4/tcp_congestion_control=cubic
        net/ipv4/tcp_available_congestion_control=reno cubic
        net/ipv4/tcp_mtu_probing=0
        net/ipv4/tcp_no_metrics_save=0
        net/ipv4/tcp_window_scaling=1
        net/ipv4/tcp_moderate_rcvbuf=1
        net/ipv4/tcp_sack=0
        net/ipv4/tcp_timestamps=1
        net/ipv4/tcp_slow_start_after_idle=1
        net/ipv4/conf/all/arp_announce=0
        net/ipv4/conf/all/arp_filter=0
        net/ipv4/conf/all/arp_ignore=0
        kernel/osrelease=6.1.0-44-amd64
        """;

    private readonly MemoryJournalStore _journals = new();

    public LinuxComputer()
    {
        foreach (var line in Sysctls.Split('\n')) Write($"proc/sys/{line.Split('=')[0]}", line.Split('=')[1]);
        Write("lib/modules/6.1.0-44-amd64/modules.dep", "kernel/net/ipv4/tcp_htcp.ko:\nkernel/net/sched/sch_fq.ko.xz:\nkernel/net/ipv4/tcp_bbr.ko:\n");
        Write("lib/modules/6.1.0-44-amd64/modules.builtin", "kernel/net/ipv4/tcp_cubic.ko\nkernel/net/sched/sch_fq_codel.ko\n");
        for (var i = 0; i < 4; i++) Write($"sys/devices/system/cpu/cpufreq/policy{i}/scaling_governor", i < 3 ? "schedutil" : "powersave");
        foreach (var name in (string[])["eth0", "br0"])
        {
            Write($"sys/class/net/{name}/mtu", "1500");
            Write($"sys/class/net/{name}/tx_queue_len", "1000");
        }
        Directory.CreateDirectory(PathOf("sys/bus/pci/drivers/ixgbe"));
        Write("sys/class/net/eth0/device/local_cpulist", "4-7");
        File.CreateSymbolicLink(PathOf("sys/class/net/eth0/device/driver"), PathOf("sys/bus/pci/drivers/ixgbe"));
        for (var irq = 98; irq < 102; irq++)
        {
            Write($"sys/class/net/eth0/device/msi_irqs/{irq}", "msix");
            Write($"proc/irq/{irq}/smp_affinity_list", irq == 98 ? "0" : "0-7");
        }
        // The rings, the channels, GRO and TSO.
        Driver[0x10] = [0x10, 4096, 0, 0, 4096, 512, 0, 0, 512];
        Driver[0x3c] = [0x3c, 0, 0, 1, 63, 0, 0, 1, 4];
        Driver[0x2b] = [0x2b, 0];
        Driver[0x1e] = [0x1e, 1];
    }

    public string Root { get; } = Directory.CreateTempSubdirectory("ftpx-linux-").FullName;

    public FakeDriver Driver { get; } = [];

    public FakeTraffic Traffic { get; } = new();

    /// <summary>The number of the write that is refused, from 1; 0 for none.</summary>
    public int FaultAt { get; set; }

    public HostFacts Host => HostReader.ReadLinux(new KernelFiles(Root), Driver, [Link("br0", 4), Link("eth0", 2)], 8);

    /// <summary>Everything that can be changed, one value per line.</summary>
    public IReadOnlyList<string> State =>
    [
        .. Directory.GetFiles(Root, "*", SearchOption.AllDirectories).Order(StringComparer.Ordinal).Select(path => $"{path[Root.Length..]}={File.ReadAllText(path).Replace('\t', ' ')}"),
        .. Driver.OrderBy(pair => pair.Key).Select(pair => string.Join(' ', pair.Value)),
        Traffic.Shown ?? "",
    ];

    public LinuxStore Store => new(new KernelFiles(Root), Driver, Traffic);

    private TuningRunner Runner => new(FaultAt == 0 ? Store : new RefusingStore(Store, FaultAt), _journals, "here", TimeProvider.System);

    public void Dispose() => Directory.Delete(Root, recursive: true);

    public string Read(string path) => File.ReadAllText(PathOf(path));

    public bool Has(string path) => File.Exists(PathOf(path));

    public void Write(string path, string text)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(PathOf(path))!);
        File.WriteAllText(PathOf(path), text);
    }

    /// <summary>Returns the plan of a profile.</summary>
    /// <param name="profile">The profile.</param>
    /// <param name="carrier">The key of the interface that carries the path to the peer; null for none.</param>
    public async Task<TuningPlan> PlanAsync(TuningProfile profile, string? carrier = null) =>
        TuningPlanner.Make(profile, await HostReader.ReadAsync(Host, Store, CancellationToken.None), Host.Adapters.FirstOrDefault(adapter => adapter.Key == carrier));

    public Task<TuningOutcome> ApplyAsync(TuningPlan plan, bool isOnTrial = false) => Runner.ApplyAsync(plan, isOnTrial, CancellationToken.None);

    public Task<TuningOutcome> FinishAsync(TuningJournal journal) => Runner.FinishAsync(journal, Host);

    public Task<TuningOutcome> RollBackAsync(TuningJournal journal, bool force = false) => Runner.RollBackAsync(journal, Host, force);

    /// <summary>Returns the journal as it was saved last.</summary>
    public TuningJournal Journal => _journals.Load()[^1];

    private string PathOf(string path) => Path.Combine(Root, path);

    private static LinkFacts Link(string name, int index) => new(name, name, index) { IsUp = true, Mtu = 1500, BitsPerSecond = 10_000_000_000 };
}
