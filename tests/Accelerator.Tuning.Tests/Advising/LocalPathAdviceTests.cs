namespace Accelerator.Tuning.Tests.Advising;

/// <summary>The sentences and commands for given local paths of a computer. The output of <c>ip</c> is that of iproute2 6.1.</summary>
public sealed class LocalPathAdviceTests
{
    private const string NoRules = "0:\tfrom all lookup local\n32766:\tfrom all lookup main\n32767:\tfrom all lookup default\n";
    private const string Main = "default via 192.0.2.1 dev eth1 proto dhcp metric 100 \n192.0.2.0/24 dev eth1 proto kernel scope link src 192.0.2.7 \n198.51.100.0/24 dev eth2 proto kernel scope link src 198.51.100.7 \n";
    private const string Stray = "203.0.113.4 from 198.51.100.7 via 192.0.2.1 dev eth1 uid 0 \\    cache \n";

    private static readonly IPAddress Second = IPAddress.Parse("198.51.100.7");

    private static readonly LocalPathExam Eth1 = new("eth1")
    {
        Local = IPAddress.Parse("192.0.2.7"), Interface = "eth1", BitsPerSecond = 1_000_000_000, RoundTrip = TimeSpan.FromMilliseconds(20),
        Route = new RouteExam("eth1", null, false, 101, IPAddress.Parse("192.0.2.1")),
    };

    private static readonly LocalPathExam Eth2 = new("eth2")
    {
        Local = Second, Interface = "eth2", BitsPerSecond = 400_000_000, RoundTrip = TimeSpan.FromMilliseconds(60), Route = new RouteExam("eth2", "102", true, 101, IPAddress.Parse("198.51.100.1")),
    };

    [Fact]
    public void Without_a_rule_packets_leave_by_the_default_route_and_both_commands_are_shown()
    {
        var route = RouteExam.Read(Second, "eth2", Stray, NoRules, Main);
        Assert.Equal(new RouteExam("eth1", null, false, 101, null), route);
        var findings = Findings(Eth1, Eth2 with { Route = route, Gateway = IPAddress.Parse("198.51.100.1") });
        Assert.Equal(
            "Packets from 198.51.100.7 leave by eth1, not by eth2, which has that address. Linux chooses the route by the destination alone unless a rule applies, so each address needs its own routing table: there is no rule for it.",
            findings[0].What);
        Assert.Equal(["ip route add default via 198.51.100.1 dev eth2 table 101", "ip rule add from 198.51.100.7 table 101"], findings[0].Commands);
        Assert.Equal("eth1 and eth2 use the same interface, eth1: together they are no faster than it.", findings[1].What);
    }

    [Fact]
    public void A_rule_without_a_route_in_its_table_lacks_the_route_alone()
    {
        var route = RouteExam.Read(Second, "eth2", "", "0:\tfrom all lookup local\n102:\tfrom 198.51.100.7 lookup 102\n32766:\tfrom all lookup main\n", Main);
        Assert.Equal(new RouteExam(null, "102", false, 101, null), route);
        var finding = Assert.Single(Findings(Eth1, Eth2 with { Route = route, RoundTrip = null, Failure = "203.0.113.4:21 did not answer within 3 s." }));
        Assert.Equal(
            "eth2 transfers nothing: 203.0.113.4:21 did not answer within 3 s. Linux chooses the route by the destination alone unless a rule applies, so each address needs its own routing table: "
            + "its rule leads to table 102, which has no default route. GATEWAY stands for the router in the network of eth2.", finding.What);
        Assert.Equal(["ip route add default via GATEWAY dev eth2 table 102"], finding.Commands);
    }

    [Theory]
    [InlineData("from 198.51.100.7 lookup 102")]
    [InlineData("from 198.51.100.0/24 lookup 102")]
    [InlineData("from all oif eth2 lookup 102")]
    public void A_rule_may_name_the_address_its_network_or_its_device(string rule)
    {
        var route = RouteExam.Read(Second, "eth2", "203.0.113.4 from 198.51.100.7 via 198.51.100.1 dev eth2 table 102", NoRules + $"102:\t{rule}\n", Main + "default via 198.51.100.1 dev eth2 table 102 \n");
        Assert.Equal(new RouteExam("eth2", "102", true, 101, IPAddress.Parse("198.51.100.1")), route);
    }

    [Fact]
    public void A_routing_table_in_use_is_not_proposed() =>
        Assert.Equal(104, RouteExam.Read(Second, "eth2", Stray, NoRules + "1:\tfrom 10.0.0.0/8 lookup 101\n", Main + "default via 10.0.0.1 dev tun0 table 102 \nblackhole default table 103 \n").FreeTable);

    [Fact]
    public void Where_rule_and_route_are_there_the_fault_is_farther_on()
    {
        var finding = Assert.Single(Findings(Eth1, Eth2 with { RoundTrip = null, Failure = "It did not answer." }));
        Assert.Equal(
            "eth2 transfers nothing: It did not answer. Its rule and the default route of table 102 exist, so the fault is farther along the path: ask the administrator of the network of eth2, "
            + "and check net.ipv4.conf.eth2.rp_filter: 1 drops answers that would leave by another interface.", finding.What);
        Assert.Empty(finding.Commands);
    }

    [Fact]
    public void The_commands_are_shown_even_if_no_route_could_be_read() => Assert.Equal(
        ["ip -6 route add default via GATEWAY dev eth2 table 101", "ip -6 rule add from 2001:db8::7 table 101"],
        Assert.Single(Findings(Eth2 with { Local = IPAddress.Parse("2001:db8::7"), Route = null, Failure = "It did not answer." })).Commands);

    [Fact]
    public void On_Windows_there_is_no_rule_but_a_gateway()
    {
        var port = Eth2 with { Name = "Ethernet 2", Interface = "Ethernet 2", Route = null, RoundTrip = null, Failure = "It did not answer.", Gateway = IPAddress.Parse("198.51.100.1") };
        var with = Assert.Single(Findings(HostPlatform.Windows, port));
        Assert.Equal("Ethernet 2 transfers nothing: It did not answer. Windows sends from the interface that has the address, so no rule is needed; check whether the gateway of Ethernet 2, 198.51.100.1, leads to the server.", with.What);
        Assert.Equal(["Get-NetRoute -InterfaceAlias \"Ethernet 2\"", "Test-NetConnection 198.51.100.1"], with.Commands);
        var without = Assert.Single(Findings(HostPlatform.Windows, port with { Gateway = null }));
        Assert.Equal("New-NetRoute -InterfaceAlias \"Ethernet 2\" -DestinationPrefix 0.0.0.0/0 -NextHop GATEWAY", without.Commands[1]);
    }

    [Fact]
    public void Two_local_paths_that_carry_come_to_their_sum()
    {
        Assert.Empty(Findings(Eth1, Eth2));
        Assert.Equal(
            ["Together: 1 Gbit/s + 400 Mbit/s = 1.4 Gbit/s, if the server and the network between them carry as much.", "To fill them 2.38 MiB + 2.86 MiB = 5.25 MiB must be in flight."],
            LocalPathAdvice.Sum(Exam(HostPlatform.Linux, Eth1, Eth2)));
    }

    [Fact]
    public void Unknown_dead_and_duplicate_links_are_not_summed()
    {
        Assert.Equal(["The system does not report the speed of eth2: only a transfer shows the total."], LocalPathAdvice.Sum(Exam(HostPlatform.Linux, Eth1, Eth2 with { BitsPerSecond = null })));
        Assert.Empty(LocalPathAdvice.Sum(Exam(HostPlatform.Linux, Eth1, Eth2 with { RoundTrip = null, Failure = "It did not answer." })));
        Assert.Empty(LocalPathAdvice.Sum(Exam(HostPlatform.Linux, Eth1, Eth2 with { Route = Eth1.Route })));
    }

    private static IReadOnlyList<LocalPathFinding> Findings(params LocalPathExam[] paths) => Findings(HostPlatform.Linux, paths);

    private static IReadOnlyList<LocalPathFinding> Findings(HostPlatform platform, params LocalPathExam[] paths) => LocalPathAdvice.Of(Exam(platform, paths));

    private static Exam Exam(HostPlatform platform, params LocalPathExam[] paths)
    {
        var snapshot = new HostSnapshot(new HostFacts(20348, IsServer: true, 16, []) { Platform = platform }, new Dictionary<string, SettingReading>());
        return new Exam(snapshot, new RoleChoice("dtn-wan-10g", "r"), TuningPlanner.Make(ProfileCatalogue.Read("dtn-wan-10g"), snapshot)) { LocalPaths = paths };
    }
}
