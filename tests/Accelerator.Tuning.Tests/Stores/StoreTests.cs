using Accelerator.Tuning.Tests.Recorded;

namespace Accelerator.Tuning.Tests.Stores;

public sealed class StoreTests
{
    private const string Nic = AdapterClass.Key + @"\0001";

    private readonly FakeRegistry _registry = new();
    private readonly Dictionary<string, List<Dictionary<string, string>>> _classes = [];
    private readonly List<string> _commands = [];
    private readonly List<string> _asked = [];
    private readonly RecordedPlans _plans = new(null) { IsModern = true };
    private LinkFacts? _link = new("{a}", "이더넷", 12);

    public StoreTests()
    {
        _registry[Nic, "NetCfgInstanceId"] = "{A}";
        _registry[Nic, "DriverDesc"] = "Some 10 Gbit/s adapter";
        _registry[Nic, "Characteristics"] = "132";
        _registry[Nic + @"\Ndi\params\*ReceiveBuffers", "min"] = "64";
        _registry[Nic + @"\Ndi\params\*ReceiveBuffers", "max"] = "4096";
        _registry[Nic + @"\Ndi\params\*ReceiveBuffers", "step"] = "8";
        _registry[Nic + @"\Ndi\params\*ReceiveBuffers", "default"] = "512";
        _registry[Nic + @"\Ndi\params\*RSS", "default"] = "1";
        _registry[AdapterClass.Key + @"\0002", "NetCfgInstanceId"] = "{tunnel}";
        _registry[AdapterClass.Key + @"\0002", "Characteristics"] = "41";
        _registry[AdapterClass.Key + @"\Properties", "NetCfgInstanceId"] = "{none}";
        _registry[@"SOFTWARE\Microsoft\Windows NT\CurrentVersion", "CurrentBuildNumber"] = "20348";
        _registry[@"SOFTWARE\Microsoft\Windows NT\CurrentVersion", "InstallationType"] = "Server Core";
        _classes["MSFT_NetTCPSetting"] =
        [
            new() { ["SettingName"] = "Automatic" },
            new() { ["SettingName"] = "Internet", ["AutoTuningLevelLocal"] = "2", ["AutoTuningLevelEffective"] = "0", ["CongestionProvider"] = "9", ["InitialRto"] = "1000", ["DynamicPortRangeStartPort"] = "49152", ["DynamicPortRangeNumberOfPorts"] = "16384" },
        ];
        _classes["MSFT_NetIPInterface"] =
        [
            new() { ["InterfaceIndex"] = "12", ["AddressFamily"] = "23", ["NlMtu"] = "1280" },
            new() { ["InterfaceIndex"] = "12", ["AddressFamily"] = "2", ["NlMtu"] = "1500" },
        ];
        _classes["MSFT_NetOffloadGlobalSetting"] = [new() { ["ReceiveSideScaling"] = "0" }];
    }

    private HostFacts Host => HostReader.ReadWindows(_registry, _link is null ? [] : [_link], processors: 8);

    [Fact]
    public void A_computer_is_known_by_the_registry_and_only_devices_are_adapters()
    {
        Assert.Equal((20348, true, 8), (Host.Build, Host.IsServer, Host.Processors));
        var adapter = Assert.Single(Host.Adapters);
        Assert.Equal(("{A}", "Some 10 Gbit/s adapter", "0001"), (adapter.Id, adapter.Name, adapter.Key));
        Assert.Equal(new DriverLimits(64, 4096, 8), Assert.Single(adapter.Limits).Value);
    }

    [Fact]
    public async Task Each_setting_is_read_at_its_place()
    {
        (string Id, string Value)[] expected =
        [
            ("tcp.autotuning", "restricted"), ("tcp.rss", "disabled"), ("tcp.rsc", "not supported"), ("tcp.provider", "code 9"), ("tcp.initial-rto", "1000"),
            ("tcp.rack", "unknown (Windows shows it only in its own language)"), ("nic.receive-buffers", "absent, so 512"), ("nic.rss", "absent, so enabled"), ("nic.jumbo", "not supported"),
            ("dead.tcp-window-size", "absent"), ("files.long-paths", "absent"),
        ];
        foreach (var (id, value) in expected) Assert.Equal((id, value), (id, (await ReadAsync(id)).ToString()));
    }

    [Fact]
    public async Task A_group_policy_is_reported()
    {
        _classes["MSFT_NetTCPSetting"][1]["AutoTuningLevelEffective"] = "1";
        Assert.Equal("gpresult /h FILE shows which", Assert.IsType<SettingReading.ByPolicy>(await ReadAsync("tcp.autotuning")).Source);
        Assert.Equal("decided by group policy", (await ReadAsync("tcp.autotuning")).ToString());
        _classes["MSFT_NetTCPSetting"][1]["AutoTuningLevelGroupPolicy"] = "1";
        Assert.Equal("highlyrestricted by group policy", (await ReadAsync("tcp.autotuning")).ToString());
        Assert.Equal("unknown (the system does not report it)", (await ReadAsync("power.plan")).ToString());
        _registry[@"SOFTWARE\Policies\Microsoft\Power\PowerSettings", "ActivePowerScheme"] = "381b4222-f694-41f0-9685-ff5bb260df2e";
        Assert.Equal("balanced by group policy", (await ReadAsync("power.plan")).ToString());
        Assert.Equal(@"HKLM\SOFTWARE\Policies\Microsoft\Power\PowerSettings, ActivePowerScheme", Assert.IsType<SettingReading.ByPolicy>(await ReadAsync("power.plan")).Source);
    }

    [Fact]
    public async Task Without_CIM_the_stack_is_unknown_and_the_rest_is_read()
    {
        _classes.Clear();
        Assert.Equal("unknown (CIM is not there)", (await ReadAsync("tcp.autotuning")).ToString());
        Assert.Equal("absent, so 512", (await ReadAsync("nic.receive-buffers")).ToString());
    }

    [Fact]
    public async Task Netsh_is_given_words_and_what_it_returns_proves_nothing()
    {
        await WriteAsync("tcp.autotuning", "normal");
        await WriteAsync("tcp.provider", "cubic");
        await WriteAsync("tcp.rack", null);
        Assert.Equal(
            ["netsh|interface|tcp|set|global|autotuninglevel=normal", "netsh|interface|tcp|set|supplemental|template=internet|congestionprovider=cubic",
                "netsh|interface|tcp|set|supplemental|template=internet|rack=default"],
            _commands);
        Assert.Equal("restricted", (await ReadAsync("tcp.autotuning")).ToString());
    }

    /// <summary>A range is restored as a whole: its length with the first port of another range would be a third range.</summary>
    [Fact]
    public async Task Ports_are_a_range_and_an_adapter_is_named_by_its_number()
    {
        Assert.Equal("49152-65535", (await ReadAsync("tcp.dynamic-ports")).ToString());
        Assert.Equal("1500", (await ReadAsync("ip.mtu")).ToString());
        await WriteAsync("tcp.dynamic-ports", "32768-65535");
        await WriteAsync("tcp.dynamic-ports", "49152-65535");
        await WriteAsync("ip.mtu", "1400");
        await WriteAsync("winsock.send-autotuning", null);
        Assert.Equal(
            ["netsh|interface|ipv4|set|dynamicport|tcp|start=32768|num=32768", "netsh|interface|ipv4|set|dynamicport|tcp|start=49152|num=16384",
                "netsh|interface|ipv4|set|subinterface|12|mtu=1400|store=persistent", "netsh|winsock|set|autotuning|on"],
            _commands);
    }

    [Fact]
    public async Task An_adapter_without_an_interface_has_no_MTU_to_set()
    {
        _link = null;
        Assert.Equal("not supported", (await ReadAsync("ip.mtu")).ToString());
        var refused = await Assert.ThrowsAsync<SettingWriteException>(() => WriteAsync("ip.mtu", "1400"));
        Assert.Equal("ip.mtu@0001: Some 10 Gbit/s adapter has no network interface now. Enable the adapter, then try again.", refused.Message);
    }

    /// <summary>If CIM still shows another value, the change was not accepted, whatever the key contains.</summary>
    [Theory]
    [InlineData("{a}::*ReceiveBuffers", "512", "512")]
    [InlineData("{A}::*ReceiveBuffers", "4096", "4096")]
    [InlineData("{B}::*ReceiveBuffers", "512", "4096")]
    [InlineData(null, "", "4096")]
    public async Task A_keyword_is_read_back_through_CIM_where_it_answers(string? instance, string shown, string expected)
    {
        if (instance is not null) _classes["MSFT_NetAdapterAdvancedPropertySettingData"] = [new() { ["InstanceID"] = instance, ["RegistryValue"] = shown }];
        await WriteAsync("nic.receive-buffers", "4096");
        Assert.Equal(expected, (await Store().ReadBackAsync(Target("nic.receive-buffers"), CancellationToken.None)).ToString());
    }

    [Fact]
    public async Task A_power_plan_is_read_back_from_the_registry()
    {
        _registry[@"SYSTEM\CurrentControlSet\Control\Power\User\PowerSchemes", "ActivePowerScheme"] = "8c5e7fda-e8bf-4a96-9a85-a6e23a8c635c";
        Assert.Equal("high-performance", (await Store().ReadBackAsync(Target("power.plan"), CancellationToken.None)).ToString());
    }

    [Theory]
    [InlineData("high-performance", "8c5e7fda-e8bf-4a96-9a85-a6e23a8c635c")]
    [InlineData("code 11111111-2222-3333-4444-555555555555", "11111111-2222-3333-4444-555555555555")]
    [InlineData(null, "381b4222-f694-41f0-9685-ff5bb260df2e")]
    public async Task A_power_plan_is_made_active_by_its_GUID(string? value, string kept)
    {
        _plans.IsModern = false;
        await WriteAsync("power.plan", value);
        Assert.Equal(kept, _plans.Active()?.ToString());
        Assert.Equal(value ?? "balanced", (await ReadAsync("power.plan")).ToString());
        _plans.IsModern = true;
        var refused = await Assert.ThrowsAsync<SettingWriteException>(() => WriteAsync("power.plan", "saver"));
        Assert.Equal("power.plan: this computer has no power plan \"saver\". Computers with modern standby know only balanced.", refused.Message);
    }

    [Fact]
    public async Task An_unreadable_value_is_unknown_and_a_program_that_cannot_start_is_reported()
    {
        var nic = Target("nic.receive-buffers");
        _registry.IsClosed = true;
        Assert.Equal("unknown (access was denied)", (await Store().ReadAsync(nic, CancellationToken.None)).ToString());
        Assert.Equal("unknown (access was denied)", (await Store().ReadAsync(new SettingTarget(SettingCatalogue.Find("files.long-paths")!, null), CancellationToken.None)).ToString());
        var store = new StackStore(new FakeCim(_classes, _asked), new CommandRunner());
        if (OperatingSystem.IsWindows()) return;
        var refused = await Assert.ThrowsAsync<SettingWriteException>(() => store.WriteAsync(new SettingTarget(SettingCatalogue.Find("tcp.rss")!, null), "enabled", CancellationToken.None));
        Assert.StartsWith("tcp.rss: There is no program netsh in ", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_template_that_is_not_there_is_not_supported_and_a_number_without_a_word_is_set_back()
    {
        await WriteAsync("nic.rss", "code 7");
        Assert.Equal("7", _registry[Nic, "*RSS"]);
        _classes["MSFT_NetTCPSetting"].RemoveAt(1);
        Assert.Equal("not supported", (await ReadAsync("tcp.autotuning")).ToString());
        Assert.Equal("not supported", (await ReadAsync("tcp.dynamic-ports")).ToString());
    }

    [Fact]
    public async Task An_adapter_is_restarted_by_its_GUID()
    {
        var restarter = new CimAdapterRestarter(new FakeCim(_classes, _asked));
        var refused = await Assert.ThrowsAsync<SettingWriteException>(() => restarter.RestartAsync(Host.Adapters[0], CancellationToken.None));
        Assert.Equal("Some 10 Gbit/s adapter could not be restarted: CIM is not there.", refused.Message);
        _classes["MSFT_NetAdapter"] = [];
        await restarter.RestartAsync(Host.Adapters[0], CancellationToken.None);
        Assert.Equal("Restart of the MSFT_NetAdapter whose DeviceID is {A}", _asked[^1]);
    }

    [Fact]
    public async Task A_snapshot_queries_each_CIM_class_once()
    {
        await HostReader.ReadAsync(Host, Store(), CancellationToken.None);
        Assert.Equal(_asked.Distinct(), _asked);
        Assert.Contains("MSFT_NetTCPSetting", _asked);
    }

    [Theory]
    [InlineData("nic.receive-buffers", "4096", Nic, "*ReceiveBuffers", "4096")]
    [InlineData("nic.rss", "disabled", Nic, "*RSS", "0")]
    [InlineData("nic.rss-profile", "closest-static", Nic, "*RSSProfile", "2")]
    [InlineData("files.long-paths", "enabled", @"SYSTEM\CurrentControlSet\Control\FileSystem", "LongPathsEnabled", "1")]
    [InlineData("host.network-throttling", "4294967295", @"SOFTWARE\Microsoft\Windows NT\CurrentVersion\Multimedia\SystemProfile", "NetworkThrottlingIndex", "4294967295")]
    public async Task Registry_values_are_written_read_and_deleted(string id, string value, string key, string name, string kept)
    {
        var before = await ReadAsync(id);
        await WriteAsync(id, value);
        Assert.Equal(kept, _registry[key, name]);
        Assert.Equal(value, (await ReadAsync(id)).Value);
        await WriteAsync(id, null);
        Assert.Equal(before is SettingReading.Unsupported ? "not supported" : before.ToString(), (await ReadAsync(id)).ToString());
    }

    [Theory]
    [InlineData("nic.rss", "the class key of Some 10 Gbit/s adapter")]
    [InlineData("files.long-paths", @"HKEY_LOCAL_MACHINE\SYSTEM\CurrentControlSet\Control\FileSystem")]
    public async Task Without_rights_the_error_advises_an_elevated_terminal(string id, string place)
    {
        _registry.IsReadOnly = true;
        var refused = await Assert.ThrowsAsync<SettingWriteException>(() => WriteAsync(id, "enabled"));
        Assert.Contains($"write access to {place} was denied. Open a terminal with \"Run as administrator\" and run the command again.", refused.Message, StringComparison.Ordinal);
    }

    /// <summary>An invalid value could not be restored; a setting that is never written does not have to be.</summary>
    [Theory]
    [InlineData("host.network-throttling", @"SOFTWARE\Microsoft\Windows NT\CurrentVersion\Multimedia\SystemProfile", "NetworkThrottlingIndex", "unknown (\"ten\" is no number)")]
    [InlineData("dead.tcp-window-size", @"SYSTEM\CurrentControlSet\Services\Tcpip\Parameters", "TcpWindowSize", "ten")]
    public async Task A_word_where_a_number_belongs_is_unknown_unless_it_is_only_shown(string id, string key, string name, string expected)
    {
        _registry[key, name] = "ten";
        Assert.Equal(expected, (await ReadAsync(id)).ToString());
    }

    [Fact]
    public async Task A_store_refuses_what_it_does_not_keep()
    {
        var (registry, keywords) = (new RegistryStore(_registry), new KeywordStore(_registry, new FakeCim(_classes, _asked)));
        Assert.Equal("tcp.rss is not in the registry.", (await Assert.ThrowsAsync<ArgumentException>(() => registry.ReadAsync(Target("tcp.rss"), CancellationToken.None))).Message);
        Assert.Equal("files.long-paths is no keyword of an adapter.", (await Assert.ThrowsAsync<ArgumentException>(() => keywords.ReadAsync(Target("files.long-paths"), CancellationToken.None))).Message);
        Assert.Equal("files.long-paths is not written by netsh.", Assert.Throws<ArgumentException>(() => NetshArguments.For(Target("files.long-paths"), "enabled")).Message);
    }

    /// <summary>An edited journal may name any setting.</summary>
    [Fact]
    public void Only_a_word_a_number_or_a_GUID_can_be_set_back() => Assert.Equal(
        [true, true, true, false, false],
        ((string[])["enabled", "code 7", "code 11111111-2222-3333-4444-555555555555", "code 7x", "7"]).Select(value => CodedText.CanBeSetBack(SettingCatalogue.Find("nic.rss")!.Values, value)));

    private Task<SettingReading> ReadAsync(string id) => Store().ReadAsync(Target(id), CancellationToken.None);

    private Task WriteAsync(string id, string? value) => Store().WriteAsync(Target(id), value, CancellationToken.None);

    private SettingTarget Target(string id) => SettingTarget.Of(SettingCatalogue.Find(id)!, Host).First();

    private SettingStore Store() =>
        new(new RegistryStore(_registry), new KeywordStore(_registry, new FakeCim(_classes, _asked)), new StackStore(new FakeCim(_classes, _asked), new FakeCommands(_commands)), new PowerPlanStore(_plans, _registry));

    private sealed class FakeCim(Dictionary<string, List<Dictionary<string, string>>> classes, List<string> asked) : ICimSource, ICimCaller
    {
        public Task<IReadOnlyList<IReadOnlyDictionary<string, string>>> QueryAsync(string space, string className, CancellationToken cancellationToken)
        {
            Assert.Equal(CimSpaces.Network, space);
            asked.Add(className);
            return classes.TryGetValue(className, out var rows) ? Task.FromResult<IReadOnlyList<IReadOnlyDictionary<string, string>>>(rows) : throw new CimException("CIM is not there");
        }

        public Task InvokeAsync(string className, string key, string value, string method, CancellationToken cancellationToken)
        {
            asked.Add($"{method} of the {className} whose {key} is {value}");
            return classes.ContainsKey(className) ? Task.CompletedTask : throw new CimException("CIM is not there");
        }
    }

    private sealed class FakeCommands(List<string> commands) : ICommandRunner
    {
        public Task<int> RunAsync(string program, IReadOnlyList<string> words, CancellationToken cancellationToken)
        {
            commands.Add(string.Join('|', [program, .. words]));
            return Task.FromResult(0);
        }
    }
}
