namespace Accelerator.Tuning.Tests.Planning;

public sealed class TuningPlannerTests
{
    [Fact]
    public void What_differs_is_changed_and_what_is_right_is_left()
    {
        var plan = TuningPlanner.Make(
            Profile(Want("tcp.autotuning", "normal"), Want("tcp.rss", "enabled"), Want("power.plan", "high-performance")),
            Host(readings: [("tcp.autotuning", Is("restricted")), ("tcp.rss", Is("enabled")), ("power.plan", new SettingReading.Absent())]));
        Assert.Equal(["tcp.autotuning: restricted -> normal", "power.plan: absent -> high-performance"], plan.Changes());
        Assert.Equal(["tcp.rss"], plan.Same.Select(target => target.ToString()));
        Assert.Empty(plan.PassedOver);
        Assert.False(plan.NeedsReboot);
    }

    [Fact]
    public void An_unreadable_value_is_not_a_difference()
    {
        var plan = TuningPlanner.Make(
            Profile(Want("tcp.autotuning", "normal"), Want("tcp.rss", "enabled"), Want("tcp.rsc", "enabled"), Want("tcp.ecn", "enabled")),
            Host(readings: [("tcp.autotuning", new SettingReading.ByPolicy("restricted", "Tcp Autotuning Level")), ("tcp.rss", new SettingReading.Unknown("CIM is not there")), ("tcp.rsc", new SettingReading.Unsupported())]));
        Assert.Empty(plan.Steps);
        Assert.Equal(
            ["tcp.autotuning: a group policy decides (Tcp Autotuning Level)", "tcp.rss: it could not be read (CIM is not there)", "tcp.rsc: it is not there", "tcp.ecn: it could not be read (it was not read)"],
            plan.Reasons());
    }

    /// <summary>RACK, tail loss probe and HyStart++ cannot be read in any language: they are set and reported as unverified.</summary>
    [Fact]
    public void An_unreadable_setting_is_set_anyway() =>
        Assert.Equal(["tcp.rack: unknown (it was not read) -> default"], TuningPlanner.Make(Profile(Want("tcp.rack", "default")), Host()).Changes());

    [Fact]
    public void A_value_is_changed_only_if_profile_and_system_allow_it()
    {
        var provider = Want("tcp.provider", "cubic");
        Planned("tcp.provider: bbr2 -> cubic", null, provider with { OnlyFrom = ["bbr2"] }, "bbr2");
        Planned(null, "tcp.provider: it is changed only from bbr2", provider with { OnlyFrom = ["bbr2"] }, "ctcp");
        Planned(null, "tcp.chimney: it is changed only from enabled or automatic", Want("tcp.chimney", "disabled") with { OnlyFrom = ["enabled", "automatic"] }, "disabled");
        Planned(null, "tcp.provider: its present value (code 4) could not be restored", provider, "code 4");
        Planned(null, "tcp.provider: it is for build 17763 of Windows and later", provider with { LeastBuild = 17763 }, "ctcp", build: 14393);
        Planned("tcp.provider: ctcp -> cubic", null, provider with { LeastBuild = 17763 }, "ctcp", build: 17763);
        Planned(null, "tcp.initial-window: only server editions let it be changed", Want("tcp.initial-window", "16"), "10", isServer: false);
        var timeout = Want("tcp.initial-rto", "1000") with { AtLeast = true };
        Planned("tcp.initial-rto: 999 -> 1000", null, timeout, "999");
        Planned(null, null, timeout, "1000");
        Planned(null, null, timeout, "1001");

        static void Planned(string? change, string? reason, ProfileSetting want, string now, int build = 20348, bool isServer = true)
        {
            var plan = TuningPlanner.Make(Profile(want), Host(build: build, isServer: isServer, readings: (want.Setting.Id, Is(now))));
            Assert.Equal(change is null ? [] : [change], plan.Changes());
            Assert.Equal(reason is null ? [] : [reason], plan.Reasons());
        }
    }

    [Fact]
    public void A_value_for_one_path_is_for_the_adapter_that_carries_it()
    {
        var (office, fast) = (Adapter("0001", ("*JumboPacket", 1514, 9014, 1)), Adapter("0002", ("*JumboPacket", 1514, 9014, 1)));
        var snapshot = Host([office, fast], readings: [("nic.jumbo@0001", Is("1514")), ("nic.jumbo@0002", Is("1514"))]);
        var profile = Profile(Want("nic.jumbo", "9014") with { OnPathOnly = true });
        var plan = TuningPlanner.Make(profile, snapshot, fast);
        Assert.Equal(["nic.jumbo@0002: 1514 -> 9014"], plan.Changes());
        Assert.Equal(["nic.jumbo@0001: it does not carry the path to the peer"], plan.Reasons());
        plan = TuningPlanner.Make(profile, snapshot);
        Assert.Equal(["nic.jumbo@0001: no peer was named (--peer HOST)", "nic.jumbo@0002: no peer was named (--peer HOST)"], plan.Reasons());
        Assert.Empty(plan.Steps);
    }

    [Fact]
    public void A_value_for_many_processors_is_not_for_few()
    {
        var profile = Profile(Want("tcp.rss", "enabled") with { LeastProcessors = 8 });
        Assert.Equal(["tcp.rss: it is for 8 processors and more"], TuningPlanner.Make(profile, Host(processors: 7, readings: ("tcp.rss", Is("disabled")))).Reasons());
        Assert.Single(TuningPlanner.Make(profile, Host(processors: 8, readings: ("tcp.rss", Is("disabled")))).Steps);
    }

    [Fact]
    public void Each_adapter_has_its_own_steps_and_is_restarted_once()
    {
        AdapterFacts first = Adapter("0001", ("*ReceiveBuffers", 64, 4096, 8)), second = Adapter("0007", ("*ReceiveBuffers", 100, 1000, 64));
        var plan = TuningPlanner.Make(
            Profile(Want("nic.receive-buffers", "driver-max"), Want("tcp.rss", "enabled"), Want("nic.rss", "enabled")),
            Host([first, second], readings:
            [
                ("nic.receive-buffers@0001", Is("512")), ("nic.receive-buffers@0007", Is("512")), ("tcp.rss", Is("disabled")),
                ("nic.rss@0001", Is("disabled")), ("nic.rss@0007", Is("enabled")),
            ]));
        Assert.Equal(
            ["tcp.rss: disabled -> enabled", "nic.receive-buffers@0001: 512 -> 4096", "nic.rss@0001: disabled -> enabled", "nic.receive-buffers@0007: 512 -> 996"],
            plan.Changes());
        Assert.Equal([first, second], plan.Restarts);
    }

    [Theory]
    [InlineData(4, "nic.rss-queues@0001: 2 -> 4")]
    [InlineData(64, "nic.rss-queues@0001: 2 -> 8")]
    public void There_are_never_more_queues_than_processors(int processors, string change) =>
        Assert.Equal(
            [change],
            TuningPlanner.Make(
                Profile(Want("nic.rss-queues", "8") with { AtMostProcessors = true }),
                Host([Adapter("0001", ("*NumRssQueues", 1, 16, 1))], processors: processors, readings: ("nic.rss-queues@0001", Is("2")))).Changes());

    [Fact]
    public void A_number_that_the_driver_does_not_take_is_not_tried()
    {
        var plan = TuningPlanner.Make(
            Profile(Want("nic.jumbo", "9014")),
            Host([Adapter("0001", ("*JumboPacket", 1514, 4088, 2574)), Adapter("0002")], readings: [("nic.jumbo@0001", Is("1514")), ("nic.jumbo@0002", Is("1514"))]));
        Assert.Empty(plan.Steps);
        Assert.Equal(["nic.jumbo@0001: the driver accepts 1514 to 4088, in steps of 2574, bytes", "nic.jumbo@0002: the driver does not report what it accepts"], plan.Reasons());
    }

    [Theory]
    [InlineData("8", 16, "8")]
    [InlineData("8", 6, "4")]
    [InlineData("driver-max", 64, "16")]
    [InlineData("driver-max", 3, "2")]
    [InlineData("12", 64, null)]
    [InlineData("12", 12, null)]
    public void Only_numbers_that_the_driver_lists_are_tried(string wanted, int processors, string? expected)
    {
        var adapter = Adapter("0001") with { Limits = new Dictionary<string, DriverLimits> { ["*NumRssQueues"] = DriverLimits.Of([16, 1, 2, 8, 4])! } };
        var plan = TuningPlanner.Make(
            Profile(Want("nic.rss-queues", wanted) with { AtMostProcessors = true }), Host([adapter], processors: processors, readings: ("nic.rss-queues@0001", Is("1"))));
        Assert.Equal(expected is null ? [] : [$"nic.rss-queues@0001: 1 -> {expected}"], plan.Changes());
        Assert.Equal(expected is null ? ["nic.rss-queues@0001: the driver accepts 1, 2, 4, 8, 16 queues"] : [], plan.Reasons());
    }

    /// <summary>Bounds apply to numbers only: a driver that lists none gives no information about text values.</summary>
    [Fact]
    public void A_word_must_be_one_that_the_driver_lists()
    {
        Assert.Equal(["nic.flow-control@0001: both -> disabled"], Plan(Adapter("0001", ("*FlowControl", 1, 3, 1)), "both", "disabled").Changes());
        var listing = Adapter("0001") with { Limits = new Dictionary<string, DriverLimits> { ["*FlowControl"] = DriverLimits.Of([0, 3])! } };
        Assert.Equal(["nic.flow-control@0001: the driver does not accept receive"], Plan(listing, "disabled", "receive").Reasons());
        Assert.Equal(["nic.flow-control@0001: disabled -> both"], Plan(listing, "disabled", "both").Changes());

        static TuningPlan Plan(AdapterFacts adapter, string now, string wanted) => TuningPlanner.Make(Profile(Want("nic.flow-control", wanted)), Host([adapter], readings: ("nic.flow-control@0001", Is(now))));
    }

    [Theory]
    [InlineData(true, 0, false, "The profile mine is for Windows Server, and this computer runs a desktop edition.")]
    [InlineData(false, 0, true, "The profile mine is for Windows 10 and 11, and this computer runs Windows Server.")]
    [InlineData(null, 20348, true, "The profile mine is for build 20348 of Windows and later, and this is build 17763.")]
    [InlineData(null, 17763, true, null)]
    public void A_profile_for_other_editions_or_later_Windows_is_refused(bool? isServer, int leastBuild, bool isHostServer, string? message)
    {
        TuningPlan Make() => TuningPlanner.Make(Profile(Want("tcp.rss", "enabled")) with { IsServer = isServer, LeastBuild = leastBuild }, Host(build: 17763, isServer: isHostServer, readings: ("tcp.rss", Is("disabled"))));
        if (message is null) Assert.Single(Make().Steps);
        else Assert.Equal(message, Assert.Throws<FormatException>(Make).Message);
    }

    [Fact]
    public void One_of_several_defaults_is_no_finding() =>
        Assert.Empty(TuningPlanner.Find(Host(readings: ("tcp.memory-pressure-protection", Is("default")))));

    [Fact]
    public void Dead_and_harmful_values_are_found_where_they_are_not_as_Windows_has_them()
    {
        var found = TuningPlanner.Find(Host(readings:
        [
            ("dead.tcp-window-size", Is("65535")), ("harm.default-receive-window", Is("8192")), ("harm.system-responsiveness", Is("20")), ("dead.max-user-port", new SettingReading.Absent()),
        ]));
        Assert.Equal(["dead.tcp-window-size", "harm.default-receive-window"], found.Select(finding => finding.Target.ToString()));
    }

    [Fact]
    public void Every_profile_of_the_program_can_be_planned_for_some_computer() =>
        Assert.All(ProfileCatalogue.Names.Select(ProfileCatalogue.Read), profile => 
        {
            var computer = Host([Adapter("0001")], isServer: profile.IsServer ?? true);
            Assert.NotNull(TuningPlanner.Make(profile, computer with { Host = computer.Host with { Platform = profile.Platform ?? HostPlatform.Windows } }));
        });
}
