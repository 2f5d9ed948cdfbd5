using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Machine;
using Accelerator.Tuning.Reading;
using Accelerator.Tuning.Stores;

namespace Accelerator.Tuning.Tests.Stores;

public sealed class StoreTests
{
    private const string Nic = AdapterClass.Key + @"\0001";

    private readonly FakeRegistry _registry = new();
    private readonly Dictionary<string, List<Dictionary<string, string>>> _classes = [];
    private readonly List<string> _commands = [];

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
            new() { ["SettingName"] = "Internet", ["AutoTuningLevelLocal"] = "2", ["AutoTuningLevelEffective"] = "0", ["CongestionProvider"] = "9", ["InitialRto"] = "1000" },
        ];
        _classes["MSFT_NetOffloadGlobalSetting"] = [new() { ["ReceiveSideScaling"] = "0" }];
    }

    private HostFacts Host => HostReader.ReadWindows(_registry, [], processors: 8);

    [Fact]
    public void A_computer_is_known_by_the_registry_and_only_devices_are_adapters()
    {
        Assert.Equal((20348, true, 8), (Host.Build, Host.IsServer, Host.Processors));
        var adapter = Assert.Single(Host.Adapters);
        Assert.Equal(("{A}", "Some 10 Gbit/s adapter", "0001"), (adapter.Id, adapter.Name, adapter.Key));
        Assert.Equal(new DriverLimits(64, 4096, 8), Assert.Single(adapter.Limits).Value);
    }

    [Theory]
    [InlineData("tcp.autotuning", "restricted")]
    [InlineData("tcp.rss", "disabled")]
    [InlineData("tcp.rsc", "not supported")]
    [InlineData("tcp.provider", "code 9")]
    [InlineData("tcp.initial-rto", "1000")]
    [InlineData("tcp.rack", "unknown (nothing tells it in every language)")]
    [InlineData("nic.receive-buffers", "absent, so 512")]
    [InlineData("nic.rss", "absent, so enabled")]
    [InlineData("nic.jumbo", "not supported")]
    [InlineData("dead.tcp-window-size", "absent")]
    [InlineData("files.long-paths", "absent")]
    public async Task Each_setting_is_read_at_its_place(string id, string expected) => Assert.Equal(expected, (await ReadAsync(id)).ToString());

    [Fact]
    public async Task A_group_policy_is_told()
    {
        _classes["MSFT_NetTCPSetting"][1]["AutoTuningLevelEffective"] = "1";
        Assert.Equal("restricted by group policy", (await ReadAsync("tcp.autotuning")).ToString());
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
        Assert.Equal(before is UnsupportedReading ? "not supported" : before.ToString(), (await ReadAsync(id)).ToString());
    }

    [Theory]
    [InlineData("nic.rss", "the class key of Some 10 Gbit/s adapter")]
    [InlineData("files.long-paths", @"HKEY_LOCAL_MACHINE\SYSTEM\CurrentControlSet\Control\FileSystem")]
    public async Task Without_rights_the_message_says_how_to_get_them(string id, string place)
    {
        _registry.IsReadOnly = true;
        var refused = await Assert.ThrowsAsync<SettingWriteException>(() => WriteAsync(id, "enabled"));
        Assert.Contains($"{place} may not be written. Run it in a terminal that was opened as administrator.", refused.Message, StringComparison.Ordinal);
    }

    private Task<SettingReading> ReadAsync(string id) => Store().ReadAsync(Target(id), CancellationToken.None);

    private Task WriteAsync(string id, string? value) => Store().WriteAsync(Target(id), value, CancellationToken.None);

    private SettingTarget Target(string id) => SettingTarget.Of(SettingCatalogue.Find(id)!, Host).First();

    private SettingStore Store() =>
        new(new RegistryStore(_registry), new KeywordStore(_registry), new StackStore(new FakeCim(_classes), new FakeCommands(_commands)), new PowerPlanStore(new NoPlans()));

    private sealed class FakeCim(Dictionary<string, List<Dictionary<string, string>>> classes) : ICimSource
    {
        public Task<IReadOnlyList<IReadOnlyDictionary<string, string>>> QueryAsync(string className, CancellationToken cancellationToken) =>
            classes.TryGetValue(className, out var rows) ? Task.FromResult<IReadOnlyList<IReadOnlyDictionary<string, string>>>(rows) : throw new CimException("CIM is not there");
    }

    private sealed class FakeCommands(List<string> commands) : ICommandRunner
    {
        public Task<int> RunAsync(string program, IReadOnlyList<string> words, CancellationToken cancellationToken)
        {
            commands.Add(string.Join('|', [program, .. words]));
            return Task.FromResult(0);
        }
    }

    private sealed class NoPlans : IPowerPlans
    {
        public Guid? Active() => null;

        public bool Activate(Guid plan) => false;
    }
}
