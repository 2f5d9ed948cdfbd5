using Accelerator.Tuning.Tests.Recorded;

namespace Accelerator.Tuning.Tests.Stores;

public sealed class HardwareReaderTests
{
    private const string Class = "MSFT_NetAdapterHardwareInfoSettingData";

    [Fact]
    public async Task On_Windows_slots_come_from_CIM_and_dates_from_the_class_key()
    {
        var computer = new RecordedComputer("windows-10-22h2-x520.en.json");
        var adapter = Assert.Single(computer.Host.Adapters);
        var rows = new Dictionary<string, string>
        {
            ["InstanceID"] = adapter.Id, ["NumaNode"] = "0", ["PciExpressCurrentLinkSpeedEncoded"] = "1", ["PciExpressCurrentLinkWidth"] = "4",
            ["PciExpressMaxLinkSpeedEncoded"] = "2", ["PciExpressMaxLinkWidth"] = "8",
        };
        var cim = new AnsweringCim((space, name) => (space, name) == (CimSpaces.Network, Class) ? [rows] : throw new CimException("no"));
        var read = Assert.Single((await HardwareReader.OfWindowsAsync(computer.Host, computer.Registry, cim, CancellationToken.None)).Adapters).Hardware;
        Assert.Equal((new PciLink(2.5, 4), new PciLink(5, 8), 0, new DateOnly(2018, 8, 15)), (read.Slot!.Value, read.SlotMost!.Value, read.NumaNode!.Value, read.DriverDate!.Value));
    }

    [Theory]
    // A driver that Windows itself updates: the date says nothing.
    [InlineData("6-21-2006")]
    [InlineData("15-8-2018")]
    [InlineData("")]
    public async Task Unreported_hardware_facts_are_unknown(string date)
    {
        var registry = new FakeRegistry { [$@"{AdapterClass.Key}\0001", "DriverDate"] = date };
        var host = new HostFacts(19045, IsServer: false, 8, [new AdapterFacts("{A}", "a", "0001")]);
        var silent = new AnsweringCim((_, _) => throw new CimException("no"));
        Assert.Equal(AdapterHardware.Unknown, (await HardwareReader.OfWindowsAsync(host, registry, silent, CancellationToken.None)).Adapters[0].Hardware);
        // Generation 9 does not exist.
        var odd = new AnsweringCim((_, _) => [new Dictionary<string, string> { ["InstanceID"] = "{a}", ["PciExpressCurrentLinkSpeedEncoded"] = "9", ["PciExpressCurrentLinkWidth"] = "8", ["NumaNode"] = "65535" }]);
        Assert.Equal(AdapterHardware.Unknown, (await HardwareReader.OfWindowsAsync(host, registry, odd, CancellationToken.None)).Adapters[0].Hardware);
    }

    [Theory]
    [InlineData("8.0 GT/s PCIe", "4", "0", 8.0, 4, 0)]
    [InlineData("2.5 GT/s", "1", "-1", 2.5, 1, null)]
    [InlineData("Unknown", "0", "-1", null, null, null)]
    public void On_Linux_they_come_from_sysfs(string speed, string width, string node, double? gigatransfers, int? lanes, int? numa)
    {
        var root = Directory.CreateTempSubdirectory("sysfs-").FullName;
        try
        {
            var device = Directory.CreateDirectory(Path.Combine(root, "sys/class/net/eth0/device")).FullName;
            foreach (var (file, text) in (IEnumerable<(string, string)>)[("current_link_speed", speed), ("current_link_width", width), ("numa_node", node)]) File.WriteAllText(Path.Combine(device, file), text + "\n");
            var host = new HostFacts(0, IsServer: false, 8, [new AdapterFacts("eth0", "eth0", "eth0"), new AdapterFacts("tun0", "tun0", "tun0")]);
            var adapters = HardwareReader.OfLinux(host, root, links: null).Adapters;
            Assert.Equal(gigatransfers is { } rate ? new PciLink(rate, lanes!.Value) : null, adapters[0].Hardware.Slot);
            Assert.Equal(numa, adapters[0].Hardware.NumaNode);
            Assert.Equal(AdapterHardware.Unknown, adapters[1].Hardware);
        }
        finally
        {
            Directory.Delete(root, recursive: true);
        }
    }

    /// <summary>The forms are those of iproute2 6.1; a driver without a limit has 0.</summary>
    [Theory]
    [InlineData("""[{"ifindex":1,"ifname":"lo","mtu":65536,"max_mtu":0},{"ifindex":2,"ifname":"eth0","mtu":1500,"min_mtu":68,"max_mtu":9710}]""", 9710)]
    [InlineData("""[{"ifindex":2,"ifname":"eth0","mtu":1500,"min_mtu":0,"max_mtu":0}]""", null)]
    [InlineData("""[{"ifindex":2,"ifname":"eth0","mtu":1500}]""", null)]
    [InlineData("""[{"max_mtu":9000}]""", null)]
    [InlineData("""{"ifname":"eth0","max_mtu":9000}""", null)]
    [InlineData("2: eth0: mtu 1500", null)]
    [InlineData("", null)]
    [InlineData(null, null)]
    public void On_Linux_the_largest_packet_comes_from_ip(string? links, int? expected) => Assert.Equal(expected,
        HardwareReader.OfLinux(new HostFacts(0, IsServer: false, 8, [new AdapterFacts("eth0", "eth0", "eth0")]), "/nowhere", links).Adapters[0].Hardware.MostMtu);
}
