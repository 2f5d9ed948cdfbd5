using System.Collections.Concurrent;
using Accelerator.Tuning.Tests.Running;
using Accelerator.Tuning.Tests.Stores;

namespace Accelerator.Tuning.Tests.Recorded;

/// <summary>A recorded computer that accepts changes: those of netsh in its CIM, the others in a registry in memory.</summary>
internal sealed class RecordedComputer
{
    private const string Tcp = "MSFT_NetTCPSetting";

    private static readonly ConcurrentDictionary<string, Recording> Recordings = [];

    private readonly Recording _recording;
    private readonly FakeRegistry _registry = new();
    private readonly RecordedPlans _plans;
    private readonly MemoryJournalStore _journals = new();

    public RecordedComputer(string file)
    {
        _recording = Recordings.GetOrAdd(file, name => Recording.Read(PathOf(name)));
        Classes = _recording.Classes.ToDictionary(type => type.Key, type => type.Value.Select(row => new Dictionary<string, string>(row)).ToList());
        foreach (var (key, values) in _recording.Keys)
        {
            foreach (var (name, value) in values) _registry[key, name] = value;
        }
        Host = HostReader.ReadWindows(_registry, Links(), _recording.Processors);
        Cim = new RecordedCim(Classes);
        _plans = new RecordedPlans(_recording.PowerPlan);
        Netsh = new RecordedNetsh(Classes, Host.Build);
        Commands = Netsh;
    }

    /// <summary>The files of all recordings.</summary>
    public static IReadOnlyList<string> Files { get; } = [.. Directory.GetFiles(PathOf("."), "*-*.*.json").Select(path => Path.GetFileName(path)).Order(StringComparer.Ordinal)];

    public RecordedCim Cim { get; }

    public IRegistry Registry => _registry;

    public RecordedNetsh Netsh { get; }

    /// <summary>The number of the write that is refused, from 1; 0 for none.</summary>
    public int FaultAt { get; set; }

    /// <summary>The runner of netsh.</summary>
    public ICommandRunner Commands { get; set; }

    public Dictionary<string, List<Dictionary<string, string>>> Classes { get; }

    /// <summary>The row for connections to other networks.</summary>
    public Dictionary<string, string> Internet => Classes[Tcp].Single(row => row["SettingName"] == "Internet");

    public HostFacts Host { get; }

    /// <summary>All values that can be changed, one per line.</summary>
    public IReadOnlyList<string> State =>
    [
        .. _registry.Lines,
        .. from type in Classes from row in type.Value from value in row select $"{type.Key} {row.GetValueOrDefault("SettingName")} {value.Key}={value.Value}",
        $"{_plans.Current}",
    ];

    private SettingStore Store => new(new RegistryStore(_registry), new KeywordStore(_registry, new KeywordView(Cim, _registry)), new StackStore(Cim, Commands), new PowerPlanStore(_plans, _registry));

    private IReadOnlyList<LinkFacts> Links() =>
        [.. Classes["MSFT_NetAdapter"].Select(row => new LinkFacts(row["DeviceID"], row["Name"], int.Parse(row["InterfaceIndex"], CultureInfo.InvariantCulture)) { BitsPerSecond = long.Parse(row["Speed"], CultureInfo.InvariantCulture) })];

    private TuningRunner Runner => new(FaultAt == 0 ? Store : new RefusingStore(Store, FaultAt), _journals, "here", TimeProvider.System);

    public static string PathOf(string file) => Path.Combine(AppContext.BaseDirectory, "Recorded", file);

    /// <summary>Applies the changes that years of tuning advice leave on a computer.</summary>
    public RecordedComputer Worn()
    {
        foreach (var row in Classes[Tcp].Where(row => row["SettingName"] != "Automatic"))
        {
            (row["AutoTuningLevelLocal"], row["ForceWS"], row["EcnCapability"], row["Timestamps"], row["InitialRto"]) = ("1", "0", "1", "1", "2000");
            (row["CwndRestart"], row["InitialCongestionWindow"]) = ("1", "4");
            if (Host.Build >= 17763) row["CongestionProvider"] = "6";
        }
        var offload = Classes["MSFT_NetOffloadGlobalSetting"].Single();
        (offload["ReceiveSideScaling"], offload["ReceiveSegmentCoalescing"], offload["TaskOffload"]) = ("0", "0", "0");
        if (Host.Build < 20348) offload["Chimney"] = "1";
        foreach (var adapter in Host.Adapters) _registry[$@"{AdapterClass.Key}\{adapter.Key}", "*RSS"] = "0";
        return this;
    }

    public Task<HostSnapshot> ReadAsync() => HostReader.ReadAsync(Host, Store, CancellationToken.None);

    public async Task<TuningPlan> PlanAsync(TuningProfile profile) => TuningPlanner.Make(profile, await ReadAsync());

    public Task<TuningOutcome> ApplyAsync(TuningPlan plan) => Runner.ApplyAsync(plan, isOnTrial: false, CancellationToken.None);

    public Task<TuningOutcome> RollBackAsync(TuningJournal journal) => Runner.RollBackAsync(journal, Host, force: false);
}
