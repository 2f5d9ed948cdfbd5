namespace Accelerator.Cli.Tests.Doctor;

/// <summary>Simulated computers and network paths for the pages.</summary>
internal static class DoctorSamples
{
    public static AdapterFacts FastAdapter { get; } = new("{A}", "Intel(R) Ethernet X710", "0001")
    {
        Link = new LinkFacts("{A}", "Ethernet", 7) { BitsPerSecond = 10_000_000_000, Mtu = 1500, IsUp = true, Addresses = [IPAddress.Parse("192.0.2.7")] },
        Limits = new Dictionary<string, DriverLimits> { ["*ReceiveBuffers"] = new(64, 4096, 8), ["*TransmitBuffers"] = new(64, 4096, 8), ["*NumRssQueues"] = new(1, 16, 1) },
    };

    /// <summary>A server that has the settings of its profile.</summary>
    public static (HostFacts Facts, ISettingStore Store) Server()
    {
        var facts = new HostFacts(20348, IsServer: true, 16, [FastAdapter]) { System = "Windows Server 2022 Standard, build 20348" };
        var store = new FakeStore();
        foreach (var wanted in ProfileCatalogue.Read("dtn-wan-10g").Settings)
            foreach (var target in SettingTarget.Of(wanted.Setting, facts)) store[target.ToString()] = wanted.Value == AllowedValues.DriverNumbers.Most ? "4096" : wanted.Value;
        return (facts, store);
    }

    /// <summary>A desktop with the settings that a game booster leaves behind.</summary>
    public static (HostFacts Facts, ISettingStore Store) Desktop()
    {
        var adapter = FastAdapter with { Name = "Realtek PCIe GbE Family Controller", Link = FastAdapter.Link! with { BitsPerSecond = 1_000_000_000 } };
        var store = new FakeStore
        {
            ["tcp.autotuning"] = "restricted",
            ["tcp.rss"] = "enabled",
            ["tcp.rsc"] = "disabled",
            ["tcp.chimney"] = "disabled",
            ["tcp.provider"] = "bbr2",
            ["tcp.force-window-scaling"] = "enabled",
            ["power.plan"] = "saver",
            ["dead.tcp-window-size"] = "65535",
        };
        return (new HostFacts(26100, IsServer: false, 8, [adapter]) { System = "Windows 11, build 26100" }, store);
    }

    public static (HostFacts Facts, ISettingStore Store) Wine() =>
        (new HostFacts(19043, IsServer: false, 2, []) { System = "Microsoft Windows 10, build 19043" }, new SilentStore());

    public static (HostFacts Facts, ISettingStore Store) Linux()
    {
        var adapter = new AdapterFacts("eth0", "eth0 (ixgbe)", "eth0") { Link = FastAdapter.Link! with { Id = "eth0", Name = "eth0", Mtu = 9000 } };
        var store = new FakeStore
        {
            ["linux.window-scaling"] = "enabled",
            ["linux.autotuning"] = "enabled",
            ["linux.sack"] = "enabled",
            ["linux.receive-window"] = "6291456",
            ["linux.backlog"] = "1000",
            ["linux.governor"] = "powersave",
            ["linux.gro@eth0"] = "enabled",
            ["linux.queues@eth0"] = "8",
            ["linux.receive-ring@eth0"] = "512",
        };
        return (new HostFacts(0, IsServer: false, 16, [adapter]) { Platform = HostPlatform.Linux, System = "Linux 6.1.0-28-amd64" }, store);
    }

    public static NetworkPathExam Path(double milliseconds = 200) => new("ftp.example.org:21")
    {
        Remote = IPAddress.Parse("198.51.100.4"),
        Local = IPAddress.Parse("192.0.2.7"),
        RoundTrip = TimeSpan.FromMilliseconds(milliseconds),
        Greeting = TimeSpan.FromMilliseconds(milliseconds * 1.2),
        Connections = 3,
        ConnectionMtu = 1500,
        Mtu = new PathMtu(MtuEvidence.Whole, 1500, ""),
    };

    /// <summary>A computer whose disk writes 1.6 GB/s, with the given network path.</summary>
    public static DoctorHost Host((HostFacts Facts, ISettingStore Store) computer, NetworkPathExam? path = null, ICimSource? defender = null, double diskRate = 1.6e9, string journals = "none") => new(
        new TuneHost(computer.Facts, computer.Store, new JournalFolder(journals), "here", IsElevated: false) { Control = Control(new FakeTrialMachine()) },
        defender,
        (_, _, _) => Task.FromResult(path ?? throw new InvalidOperationException("No server was to be asked.")),
        (_, _) => Task.FromResult(((long)diskRate, TimeSpan.FromSeconds(1))));

    private static TuneControl Control(FakeTrialMachine machine) => new(machine, machine, machine.Links, machine.EchoAsync);

    // Wine 8 answers like this: no CIM, no power plans, an existing registry.
    private sealed class SilentStore : ISettingStore
    {
        public Task<SettingReading> ReadAsync(SettingTarget target, CancellationToken cancellationToken) => Task.FromResult<SettingReading>(target.Setting.Place switch
        {
            SettingPlace.Cim place => new SettingReading.Unknown($"CIM does not answer for {place.Class}"),
            SettingPlace.Registry => new SettingReading.Absent(),
            _ => new SettingReading.Unknown("the system does not say"),
        });

        public Task WriteAsync(SettingTarget target, string? value, CancellationToken cancellationToken) => throw new InvalidOperationException("ftpx doctor writes nothing.");
    }
}
