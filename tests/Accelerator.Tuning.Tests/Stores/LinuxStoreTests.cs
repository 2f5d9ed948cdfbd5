using System.Net.NetworkInformation;
using Accelerator.Tuning.Tests.Linux;

namespace Accelerator.Tuning.Tests.Stores;

/// <summary>The Linux settings over a folder of files and a simulated driver, and over this computer's own kernel.</summary>
public sealed class LinuxStoreTests : IDisposable
{
    private readonly string _root = Directory.CreateTempSubdirectory("ftpx-linux-").FullName;
    private readonly FakeDriver _driver = new();

    public LinuxStoreTests()
    {
        Write("proc/sys/kernel/osrelease", "6.1.0-44-amd64\n");
        Write("proc/sys/net/ipv4/tcp_rmem", "4096\t131072\t6291456\n");
        Write("proc/sys/net/ipv4/tcp_sack", "0\n");
        Write("proc/sys/net/ipv4/tcp_mtu_probing", "7\n");
        Write("sys/devices/system/cpu/cpufreq/policy0/scaling_governor", "powersave\n");
        Directory.CreateDirectory(Path.Combine(_root, "sys/class/net/eth1/device"));
        File.CreateSymbolicLink(Path.Combine(_root, "sys/class/net/eth1/device/driver"), Directory.CreateDirectory(Path.Combine(_root, "sys/bus/pci/drivers/ixgbe")).FullName);
        _driver[0x10] = [0x10, 4096, 0, 0, 4096, 512, 0, 0, 256];
        _driver[0x2b] = [0x2b, 1];
    }

    private HostFacts Host => HostReader.ReadLinux(new KernelFiles(_root), _driver, [new LinkFacts("eth1", "eth1", 3) { IsUp = true }, new LinkFacts("eth9", "eth9", 4)], 4);

    public void Dispose() => Directory.Delete(_root, recursive: true);

    [Fact]
    public async Task Each_setting_is_read_where_the_kernel_keeps_it()
    {
        (string Id, string Value)[] expected =
        [
            ("linux.receive-window", "6291456"), ("linux.sack", "disabled"), ("linux.mtu-probing", "code 7"), ("linux.governor", "powersave"), ("linux.timestamps", "not supported"),
            ("linux.receive-ring", "512"), ("linux.transmit-ring", "256"), ("linux.queues", "not supported"), ("linux.gro", "enabled"),
        ];
        foreach (var (id, value) in expected)
            Assert.Equal((id, value), (id, (await Store().ReadAsync(SettingTarget.Of(SettingCatalogue.Find(id)!, Host).Single(), CancellationToken.None)).ToString()));
    }

    [Fact]
    public void The_computer_is_its_kernel_and_the_links_that_are_up()
    {
        Assert.Equal("Linux 6.1.0-44-amd64", Host.System);
        var adapter = Assert.Single(Host.Adapters);
        Assert.Equal(("eth1 (ixgbe)", "eth1", 3), (adapter.Name, adapter.Key, adapter.Link!.Index));
        Assert.Equal([4096, 4096], adapter.Limits.Values.Select(limits => limits.Most));
    }

    [Fact]
    public async Task Each_change_of_a_profile_has_its_command()
    {
        var plan = TuningPlanner.Make(ProfileCatalogue.Read("dtn-wan-10g"), await HostReader.ReadAsync(Host, Store(), CancellationToken.None));
        Assert.Equal(
            [
                "sysctl -w net.ipv4.tcp_sack=1", "sysctl -w net.ipv4.tcp_rmem='4096 131072 67108864'", "sysctl -w net.ipv4.tcp_mtu_probing=1", "cpupower frequency-set -g performance",
                "ethtool -G eth1 rx 4096", "ethtool -G eth1 tx 4096",
                "printf '%s\\n' 'net.ipv4.tcp_sack=1' 'net.ipv4.tcp_rmem=4096 131072 67108864' 'net.ipv4.tcp_mtu_probing=1' >/etc/sysctl.d/99-z-accelerator.conf",
            ],
            plan.Steps.Select(step => ShellCommand.For(step.Target, step.Value)));
    }

    [Theory]
    [InlineData("6291456", true)]
    [InlineData("67108864", false)]
    [InlineData("2147483647", false)]
    public async Task A_larger_value_than_the_profile_wants_is_accepted(string now, bool isChanged)
    {
        Write("proc/sys/net/ipv4/tcp_rmem", $"4096 131072 {now}");
        var plan = TuningPlanner.Make(ProfileCatalogue.Read("dtn-wan-10g"), await HostReader.ReadAsync(Host, Store(), CancellationToken.None));
        Assert.Equal(isChanged, plan.Steps.Any(step => step.Target.Setting.Id == "linux.receive-window"));
    }

    /// <summary>
    /// Recorded on Linux 6.18: the adapter of a KVM guest (virtio_net) has the largest rings and its one queue; a veth pair has no rings,
    /// and queues that are not combined.
    /// </summary>
    [Theory]
    [InlineData(new uint[] { 0x10, 256, 0, 0, 256, 256, 0, 0, 256 }, new uint[] { 0x3c, 0, 0, 0, 1, 0, 0, 0, 1 }, "256", "1")]
    [InlineData(null, new uint[] { 0x3c, 2, 2, 0, 0, 1, 1, 0, 0 }, "not supported", "0")]
    public async Task Adapters_without_larger_rings_or_more_queues_are_left_alone(uint[]? rings, uint[] channels, string ring, string queues)
    {
        _driver.Remove(0x10);
        if (rings is not null) _driver[0x10] = rings;
        _driver[0x3c] = channels;
        var read = await HostReader.ReadAsync(Host, Store(), CancellationToken.None);
        Assert.Equal((ring, ring, queues),
            (read.Readings["linux.receive-ring@eth1"].ToString(), read.Readings["linux.transmit-ring@eth1"].ToString(), read.Readings["linux.queues@eth1"].ToString()));
        Assert.DoesNotContain(TuningPlanner.Make(ProfileCatalogue.Read("dtn-wan-10g"), read).Steps, step => step.Target.Setting.Id is "linux.receive-ring" or "linux.transmit-ring" or "linux.queues");
    }

    /// <summary>
    /// The kernel of this computer answers: a number for the window, and for the loopback driver at least whether packets are merged.
    /// </summary>
    [Fact]
    public async Task The_real_kernel_answers()
    {
        if (!OperatingSystem.IsLinux()) return;
        var store = new LinuxStore(new KernelFiles("/"), new LinuxEthtool(), new TrafficControl());
        var window = await store.ReadAsync(SettingTarget.Of(SettingCatalogue.Find("linux.receive-window")!, Host).Single(), CancellationToken.None);
        Assert.True(long.Parse(window.Value!, System.Globalization.CultureInfo.InvariantCulture) >= 4096);
        Assert.InRange(new LinuxEthtool().Query("lo", 0x2b)![1], 0u, 1u);
        Assert.Null(new LinuxEthtool().Query("no-such-link", 0x2b));
        Assert.Null(new LinuxEthtool().Query("a-name-of-seventeen", 0x2b));
        Assert.DoesNotContain(NetworkLinks.OfThisComputer(), link => link.Name == "lo");
        Assert.Equal(NetworkInterface.GetAllNetworkInterfaces().Length - 1, NetworkLinks.OfThisComputer().Count);
    }

    private LinuxStore Store() => new(new KernelFiles(_root), _driver, new FakeTraffic());

    private void Write(string path, string text)
    {
        var full = Path.Combine(_root, path);
        Directory.CreateDirectory(Path.GetDirectoryName(full)!);
        File.WriteAllText(full, text);
    }

}
