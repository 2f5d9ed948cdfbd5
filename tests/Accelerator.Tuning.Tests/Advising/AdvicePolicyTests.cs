namespace Accelerator.Tuning.Tests.Advising;

/// <summary>The ranked advice for given findings.</summary>
public sealed class AdvicePolicyTests
{
    private const long TenGigabits = 10_000_000_000;

    private static readonly AdapterFacts Adapter = new("{A}", "Fast adapter", "0001")
    {
        Link = new LinkFacts("{A}", "Ethernet", 7) { BitsPerSecond = TenGigabits, Mtu = 9000, IsUp = true, Addresses = [IPAddress.Parse("192.0.2.7")] },
        Limits = new Dictionary<string, DriverLimits> { ["*ReceiveBuffers"] = new(64, 4096, 8), ["*NumRssQueues"] = new(1, 16, 1) },
    };

    [Fact]
    public void The_window_that_limits_a_long_path_comes_first()
    {
        var advice = Judge("tcp.autotuning=restricted nic.rss@0001=disabled power.plan=balanced");
        Assert.Equal(["tcp.autotuning", "nic.rss", "power.plan"], advice.Take(3).Select(one => one.Id));
        // 16,776,960 / 1,048,560; the link would carry more.
        Assert.Equal(16, advice[0].Gain, 2);
        Assert.Equal("ftpx tune apply dtn-wan-10g", advice[0].Command);
        Assert.Equal("One stream can have 1 MiB in flight, because autotuning of the receive window is restricted: at 200 ms that is 41.9 Mbit/s at most. With 16 MiB it is 671 Mbit/s.", advice[0].Why);
    }

    [Fact]
    public void A_small_window_does_not_matter_on_a_short_path()
    {
        var advice = Judge("tcp.autotuning=restricted nic.rss@0001=disabled", milliseconds: 0.5);
        Assert.Equal("nic.rss", advice[0].Id);
        Assert.Equal(1.01, advice.Single(one => one.Id == "tcp.autotuning").Gain);
    }

    [Fact]
    public void Nothing_is_advised_for_what_is_unknown()
    {
        var (exam, advice) = (Exam(""), Judge(""));
        Assert.Empty(advice);
        Assert.Null(exam.Window);
        Assert.Contains(UnknownList.Of(exam), sentence => sentence.StartsWith("The data that one stream can have in flight", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("tcp.autotuning=normal harm.default-receive-window=65536", "harm.default-receive-window", @"reg delete HKLM\SYSTEM\CurrentControlSet\Services\AFD\Parameters /v DefaultReceiveWindow /f", 256)]
    [InlineData("tcp.autotuning=policy:normal policy.autotuning=Restricted", "policy.autotuning", "gpresult /h policy.html", 16)]
    [InlineData("tcp.autotuning=normal harm.default-send-window=8192", "harm.default-send-window", @"reg delete HKLM\SYSTEM\CurrentControlSet\Services\AFD\Parameters /v DefaultSendWindow /f", 1.05)]
    [InlineData("tcp.autotuning=normal tcp.provider=bbr2", "tcp.provider", "ftpx tune apply dtn-wan-10g", 1.3)]
    [InlineData("tcp.autotuning=normal nic.receive-buffers@0001=512", "nic.receive-buffers", "ftpx tune apply dtn-wan-10g", 1.3)]
    [InlineData("tcp.autotuning=normal tcp.rss=disabled", "tcp.rss", "ftpx tune apply dtn-wan-10g", 3)]
    public void Each_finding_has_its_command(string settings, string id, string command, double gain)
    {
        var advice = Assert.Single(Judge(settings));
        Assert.Equal((id, command), (advice.Id, advice.Command));
        Assert.Equal(gain, advice.Gain, 0.01);
    }

    [Fact]
    public void A_policy_that_sets_what_is_right_is_left_alone() => Assert.Empty(Judge("tcp.autotuning=policy:normal policy.autotuning=Normal"));

    [Fact]
    public void A_power_saving_plan_is_reported_where_the_profile_sets_none()
    {
        Assert.Equal("powercfg /setactive SCHEME_BALANCED", Assert.Single(Judge("tcp.autotuning=normal power.plan=saver", profile: "server-wan")).Command);
        Assert.Empty(Judge("tcp.autotuning=normal power.plan=balanced", profile: "server-wan"));
    }

    [Fact]
    public void A_disk_slower_than_the_link_is_reported() => Assert.Equal(
        [false, false, true],
        ((double[])[1_250_000_000, 1_140_000_000, 600_000_000]).Select(disk => AdvicePolicy.Judge(Exam("tcp.autotuning=normal") with { DiskBytesPerSecond = disk }).Any(one => one.Id == "disk")));

    [Theory]
    [InlineData(MtuEvidence.Narrow, 1500, true)]
    [InlineData(MtuEvidence.Whole, 9000, false)]
    // A missing answer indicates a filter, not a packet that is too big.
    [InlineData(MtuEvidence.Silent, 1500, false)]
    [InlineData(MtuEvidence.Unknown, null, false)]
    public void Jumbo_frames_that_a_hop_refuses_are_taken_back(MtuEvidence evidence, int? bytes, bool isAdvised)
    {
        var exam = Exam("tcp.autotuning=normal");
        var advice = AdvicePolicy.Judge(exam with { Path = exam.Path! with { Mtu = new PathMtu(evidence, bytes, "r.") } });
        Assert.Equal(isAdvised ? ["netsh interface ipv4 set subinterface 7 mtu=1500 store=persistent"] : [], advice.Select(one => one.Command));
    }

    /// <summary>Only a trial shows whether a path carries jumbo frames; a tunnel or a driver without them makes it pointless.</summary>
    [Theory]
    [InlineData(MtuEvidence.Whole, 1500, 9014, true)]
    [InlineData(MtuEvidence.Whole, 9000, 9014, false)]
    [InlineData(MtuEvidence.Whole, 1500, 4088, false)]
    [InlineData(MtuEvidence.Narrow, 1500, 9014, false)]
    [InlineData(MtuEvidence.Silent, 1500, 9014, false)]
    public void Jumbo_frames_are_suggested_on_trial_where_nothing_rules_them_out(MtuEvidence evidence, int mtu, int frame, bool isAdvised)
    {
        var adapter = Adapter with { Link = Adapter.Link! with { Mtu = mtu }, Limits = new Dictionary<string, DriverLimits> { ["*JumboPacket"] = DriverLimits.Of([1514, frame])! } };
        var exam = Exam("tcp.autotuning=normal", adapters: [adapter]);
        var advice = AdvicePolicy.Judge(exam with { Path = exam.Path! with { Remote = IPAddress.Parse("198.51.100.4"), Mtu = new PathMtu(evidence, 1500, "") } });
        Assert.Equal(isAdvised ? ["ftpx tune apply dtn-wan-10g+jumbo --peer 198.51.100.4 --restart-adapters"] : [], advice.Where(one => one.Id == "path.jumbo").Select(one => one.Command));
    }

    [Theory]
    [InlineData(MtuEvidence.Whole, 1500, 9710, 10, true)]
    [InlineData(MtuEvidence.Whole, 9000, 9710, 10, false)]
    [InlineData(MtuEvidence.Whole, 1500, 3498, 10, false)]
    [InlineData(MtuEvidence.Whole, 1500, null, 10, false)]
    [InlineData(MtuEvidence.Whole, 1500, 9710, 1, false)]
    [InlineData(MtuEvidence.Narrow, 1500, 9710, 10, false)]
    [InlineData(MtuEvidence.Silent, 1500, 9710, 10, false)]
    public void On_Linux_the_driver_s_largest_packet_decides_and_no_restart_is_needed(MtuEvidence evidence, int mtu, int? most, int gigabits, bool isAdvised)
    {
        var adapter = new AdapterFacts("eth0", "eth0 (ixgbe)", "eth0") { Link = new LinkFacts("eth0", "eth0", 2) { Mtu = mtu, IsUp = true }, Hardware = new AdapterHardware { MostMtu = most } };
        var exam = Exam("linux.sack=enabled", host: new HostFacts(0, IsServer: false, 8, [adapter]) { Platform = HostPlatform.Linux });
        var advice = AdvicePolicy.Judge(exam with
        {
            BitsPerSecond = gigabits * 1_000_000_000L,
            Path = exam.Path! with { Remote = IPAddress.Parse("198.51.100.4"), Mtu = new PathMtu(evidence, 1500, "") },
        });
        Assert.Equal(isAdvised ? ["ftpx tune apply dtn-wan-10g+jumbo --peer 198.51.100.4"] : [], advice.Where(one => one.Id == "path.jumbo").Select(one => one.Command));
    }

    [Fact]
    public void A_folder_scanned_by_antivirus_is_referred_to_the_security_administrator() => Assert.All(
        ((bool?, string, bool)[])
        [
            (true, @"D:\other", true), (true, @"D:\data", false), (true, @"D:\", false), (true, @"d:\DATA\", false), (true, @"D:\data\in\deep", true), (true, @"D:\dat", true),
            (false, @"D:\other", false), (null, @"D:\other", false),
        ],
        one => Assert.Equal(one.Item3, AdvicePolicy.Judge(Exam("tcp.autotuning=normal") with { Antivirus = new AntivirusFacts(one.Item1, [one.Item2], "") }).Any(advice => advice.Id == "antivirus")));

    [Fact]
    public void Exclusions_that_cannot_be_read_are_unknown()
    {
        var exam = Exam("tcp.autotuning=normal") with { Antivirus = new AntivirusFacts(true, null, "only an administrator is told") };
        Assert.Empty(AdvicePolicy.Judge(exam));
        Assert.Contains("The antivirus program: only an administrator is told.", UnknownList.Of(exam));
    }

    [Fact]
    public void A_network_path_that_needs_more_streams_than_are_opened_is_reported()
    {
        var advice = Assert.Single(AdvicePolicy.Judge(Exam("tcp.autotuning=normal") with { BitsPerSecond = 4 * TenGigabits }));
        Assert.Equal(("path.streams", "ftpx get --max-sessions 64 URL"), (advice.Id, advice.Command));
        Assert.Empty(Judge("tcp.autotuning=normal"));
    }

    [Fact]
    public void Other_adapters_than_the_path_s_do_not_matter()
    {
        var other = Adapter with { Id = "{B}", Key = "0002", Name = "Other" };
        var exam = Exam("tcp.autotuning=normal nic.rss@0002=disabled", adapters: [Adapter, other]);
        Assert.Empty(AdvicePolicy.Judge(exam));
        Assert.Contains("Other", Assert.Single(AdvicePolicy.Judge(exam with { Carrier = null })).What, StringComparison.Ordinal);
    }

    [Fact]
    public void On_Linux_each_change_has_its_own_command()
    {
        var host = new HostFacts(0, IsServer: false, 8, [Adapter with { Key = "eth0" }]) { Platform = HostPlatform.Linux };
        var advice = AdvicePolicy.Judge(Exam("linux.receive-window=6291456 linux.window-scaling=enabled linux.autotuning=enabled linux.gro@eth0=disabled", host: host));
        Assert.Equal(["sysctl -w net.ipv4.tcp_rmem='4096 131072 67108864'", "ethtool -K eth0 gro on"], advice.Select(one => one.Command));
        // 33,554,432 / 3,145,728.
        Assert.Equal(10.67, advice[0].Gain, 2);
    }

    [Fact]
    public void A_switch_that_alone_limits_the_path_is_reported_with_the_gain()
    {
        var host = new HostFacts(0, IsServer: false, 8, []) { Platform = HostPlatform.Linux };
        var advice = AdvicePolicy.Judge(Exam("linux.receive-window=67108864 linux.window-scaling=disabled linux.autotuning=enabled", host: host));
        Assert.Equal("sysctl -w net.ipv4.tcp_window_scaling=1", Assert.Single(advice).Command);
        Assert.Equal(512, advice[0].Gain, 0);
    }

    private static IReadOnlyList<Advice> Judge(string settings, string profile = "dtn-wan-10g", double milliseconds = 200) => AdvicePolicy.Judge(Exam(settings, profile, milliseconds));

    private static Exam Exam(string settings, string profile = "dtn-wan-10g", double milliseconds = 200, IReadOnlyList<AdapterFacts>? adapters = null, HostFacts? host = null)
    {
        host ??= new HostFacts(20348, IsServer: true, 8, adapters ?? [Adapter]);
        var snapshot = new HostSnapshot(host, TuningSamples.Readings(settings));
        return new Exam(snapshot, new RoleChoice(profile, "it is"), TuningPlanner.Make(ProfileCatalogue.Read(profile), snapshot))
        {
            Path = new NetworkPathExam("h:21") { RoundTrip = TimeSpan.FromMilliseconds(milliseconds) },
            Carrier = host.Adapters.Count > 0 ? host.Adapters[0] : null,
            BitsPerSecond = TenGigabits,
            Folder = @"D:\data",
        };
    }
}
