namespace Accelerator.Tuning.Tests.Recorded;

/// <summary>Every recorded system with every profile.</summary>
public sealed class RecordedPlanTests
{
    private static readonly string[] Sides = ["as installed", "worn"];

    /// <summary>Each system, as installed and worn, with each profile that applies to it.</summary>
    public static IEnumerable<object[]> Cases =>
        from file in RecordedComputer.Files
        from name in Names
        where (ProfileCatalogue.Read(name).IsServer ?? IsServer(file)) == IsServer(file)
        from side in Sides
        select new object[] { file, name, side };

    private static IEnumerable<string> Names => ProfileCatalogue.Names.Where(name => ProfileCatalogue.Read(name).Platform is null);

    /// <summary>
    /// Each system with each setting that is written. Two are excluded because only a real Windows can show their behaviour
    /// (docs/windows-checklist.md): whether netsh's single switch for ECN restores templates that differed, as those of Server 2016 do; and
    /// chimney, which later systems read but their netsh no longer supports.
    /// </summary>
    public static IEnumerable<object[]> Settings =>
        from file in RecordedComputer.Files
        let build = new RecordedComputer(file).Host.Build
        from setting in SettingCatalogue.All
        where setting.NeverWritten is null && setting.Place.Platform == HostPlatform.Windows && (setting.Id, build) is not ("tcp.ecn", 14393) and not ("tcp.chimney", >= 20348)
        select new object[] { file, setting.Id };

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task A_plan_changes_only_what_was_read_leaves_nothing_to_change_and_rolled_back_everything_is_as_it_was(string file, string name, string side)
    {
        var computer = Computer(file, side);
        var (profile, before) = (ProfileCatalogue.Read(name), computer.State);
        var plan = await computer.PlanAsync(profile);
        Assert.All(plan.Steps, step => Assert.True(step.Now is SettingReading.Known or SettingReading.Absent || step.Target.Setting.Place is SettingPlace.Unread, $"{step.Target} is {step.Now}"));
        Assert.All(plan.Steps, step => Assert.Null(step.Target.Setting.NeverWritten));
        Assert.DoesNotContain(plan.Steps, step => step.Value is "bbr2" or "experimental");
        Assert.DoesNotContain(plan.PassedOver, passed => passed.Now is SettingReading.Unknown && passed.Target.Setting.Place is not SettingPlace.Unread);
        if (side == "worn") Assert.Contains("tcp.autotuning: highlyrestricted -> normal", plan.Changes());

        var outcome = await computer.ApplyAsync(plan);
        Assert.Empty(outcome.Problems);
        Assert.All(outcome.Journal.Steps.Zip(plan.Steps), step => Assert.Equal(step.Second.Target.Setting.Place is SettingPlace.Unread ? StepState.Unverified : StepState.Verified, step.First.State));
        Assert.DoesNotContain((await computer.PlanAsync(profile)).Steps, step => step.Target.Setting.Place is not SettingPlace.Unread);
        Assert.Equal(plan.Steps.Any(step => step.Target.Setting.Place is not SettingPlace.Unread), !before.SequenceEqual(computer.State));

        outcome = await computer.RollBackAsync(outcome.Journal);
        Assert.Empty(outcome.Problems);
        Assert.Equal(before, computer.State);
    }

    /// <summary>Any value that a user-defined profile may contain, within the limits of the catalogue.</summary>
    [Theory]
    [MemberData(nameof(Settings))]
    public async Task Every_value_of_every_setting_is_taken_verified_and_set_back(string file, string id)
    {
        foreach (var side in Sides)
        {
            var computer = Computer(file, side);
            var (before, snapshot) = (computer.State, await computer.ReadAsync());
            foreach (var value in Values(SettingCatalogue.Find(id)!))
            {
                var outcome = await computer.ApplyAsync(TuningPlanner.Make(Profile(Want(id, value)), snapshot));
                Assert.Equal([], outcome.Problems);
                Assert.Equal([], (await computer.RollBackAsync(outcome.Journal)).Problems);
                Assert.Equal(before, computer.State);
            }
        }
    }

    [Fact]
    public async Task A_word_that_netsh_does_not_know_ends_unverified_and_changes_nothing()
    {
        var computer = new RecordedComputer("server-2025.ko.json").Worn();
        var before = computer.State;
        var outcome = await computer.ApplyAsync(await computer.PlanAsync(Profile(Want("tcp.rss", "enabled"), Want("tcp.chimney", "automatic"), Want("tcp.rsc", "enabled"))));
        Assert.Equal(["tcp.chimney: automatic was written and disabled was read back: not verified."], outcome.Problems);
        Assert.Equal(before, computer.State);
        Assert.Equal(
            ["netsh interface tcp set global rss=enabled", "netsh interface tcp set global chimney=automatic", "netsh interface tcp set global rss=disabled"],
            computer.Netsh.Commands);
    }

    [Fact]
    public async Task The_same_system_in_English_and_in_Korean_has_the_same_plan()
    {
        var pairs = RecordedComputer.Files.Where(file => file.EndsWith(".ko.json", StringComparison.Ordinal)).ToList();
        Assert.True(pairs.Count >= 2);
        foreach (var (korean, name) in pairs.SelectMany(file => Names.Select(name => (file, name))))
        {
            if ((ProfileCatalogue.Read(name).IsServer ?? IsServer(korean)) != IsServer(korean)) continue;
            foreach (var side in Sides)
            {
                var (first, second) = (await Described(korean, name, side), await Described(korean.Replace(".ko.", ".en.", StringComparison.Ordinal), name, side));
                Assert.Equal(first, second);
            }
        }

        static async Task<List<string>> Described(string file, string name, string side)
        {
            var plan = await Computer(file, side).PlanAsync(ProfileCatalogue.Read(name));
            return [.. plan.Changes(), .. plan.Reasons(), .. plan.Same.Select(target => $"{target} same"), .. plan.Findings.Select(finding => $"{finding.Target} {finding.Now}")];
        }
    }

    [Theory]
    [InlineData("windows-11-24h2.en.json", "desktop-wan", "tcp.provider: bbr2 -> cubic")]
    [InlineData("windows-11-24h2.ko.json", "conservative", "tcp.provider: bbr2 -> cubic")]
    [InlineData("server-2016.en.json", "dtn-wan-10g", null)]
    public async Task The_congestion_control_of_each_system_is_dealt_with(string file, string name, string? change)
    {
        var plan = await new RecordedComputer(file).PlanAsync(ProfileCatalogue.Read(name));
        Assert.Equal(change is null ? [] : [change], plan.Changes().Where(step => step.StartsWith("tcp.provider", StringComparison.Ordinal)));
    }

    /// <summary>
    /// The adapters of the recorded servers list their supported numbers of queues, frame sizes and profiles, as Intel's do.
    /// </summary>
    [Fact]
    public async Task What_a_driver_lists_is_known()
    {
        var computer = new RecordedComputer("server-2022.ko.json");
        Assert.Equal("1, 2, 4, 8, 16", computer.Host.Adapters[0].Limits["*NumRssQueues"].ToString());
        Assert.Contains("nic.rss-queues@0001: 2 -> 8", (await computer.PlanAsync(ProfileCatalogue.Read("dtn-wan-10g"))).Changes());
        var plan = await computer.PlanAsync(Profile(Want("nic.jumbo", "9000"), Want("nic.rss-profile", "balanced")));
        Assert.Equal(
            ["nic.jumbo@0001: the driver accepts 1514, 4088, 9014 bytes", "nic.jumbo@0003: the driver accepts 1514, 4088, 9014 bytes", "nic.rss-profile@0001: the driver does not accept balanced",
                "nic.rss-profile@0003: the driver does not accept balanced"],
            plan.Reasons());
    }

    private static RecordedComputer Computer(string file, string side) => side == "worn" ? new RecordedComputer(file).Worn() : new RecordedComputer(file);

    private static bool IsServer(string file) => file.StartsWith("server-", StringComparison.Ordinal);

    // The value that CIM returns after "congestionprovider=default" has to be checked on a real Windows: docs/windows-checklist.md.
    private static IEnumerable<string> Values(Setting setting) => setting.Values switch
    {
        AllowedValues.Named words => words.Values.Select(word => word.Name).Where(word => (setting.Id, word) != ("tcp.provider", "default")),
        AllowedValues.Numbers numbers => ((long[])[numbers.Least, numbers.Least + numbers.Step, numbers.Most]).Select(number => number.ToString(CultureInfo.InvariantCulture)),
        AllowedValues.Texts texts => texts.Words,
        AllowedValues.PortRanges => ["1025-1279", "32768-65535", "49152-65535"],
        _ => [AllowedValues.DriverNumbers.Most],
    };
}
