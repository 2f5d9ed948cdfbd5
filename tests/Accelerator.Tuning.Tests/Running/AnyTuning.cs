namespace Accelerator.Tuning.Tests.Running;

/// <summary>A random computer, its values and a profile, generated from a seed.</summary>
internal sealed class AnyTuning
{
    private readonly Random _random;

    public AnyTuning(int seed, HostPlatform platform)
    {
        _random = new Random(seed);
        var adapters = Enumerable.Range(1, _random.Next(4)).Select(number => Adapter($"{number:0000}")).ToList();
        Host = new HostFacts(_random.Next(2) == 0 ? 14393 : 26100, _random.Next(2) == 0, 1 + _random.Next(64), adapters) { Platform = platform };
        foreach (var target in SettingCatalogue.All.SelectMany(setting => SettingTarget.Of(setting, Host)))
        {
            if (_random.Next(4) > 0) Store[target.ToString()] = _random.Next(8) == 0 && target.Setting.Values is AllowedValues.Named ? $"code {_random.Next(20, 99)}" : Value(target.Setting);
        }
        var settings = SettingCatalogue.All.Where(setting => setting is { NeverWritten: null } && setting.Place.Platform == platform && _random.Next(3) == 0).ToList();
        Profile = new TuningProfile("any", "t", "f", null, 0, [.. settings.Select(Wanted)]);
    }

    public HostFacts Host { get; }

    public FakeStore Store { get; } = new();

    public TuningProfile Profile { get; }

    /// <summary>Returns a random number from 1 to <paramref name="count"/>.</summary>
    public int Pick(int count) => 1 + _random.Next(count);

    private ProfileSetting Wanted(Setting setting) => new(setting, Value(setting), "r.", "s")
    {
        AtMostProcessors = setting.Values is AllowedValues.DriverNumbers && _random.Next(2) == 0,
        OnlyFrom = _random.Next(4) == 0 ? [Value(setting)] : [],
    };

    private AdapterFacts Adapter(string key) => new($"{{{key}}}", $"Adapter {key}", key)
    {
        Link = new LinkFacts($"{{{key}}}", key, 3),
        Limits = SettingCatalogue.All.Where(setting => setting.Values is AllowedValues.DriverNumbers && _random.Next(4) > 0)
            .Where(setting => setting.Place.DriverName is not null)
            .ToDictionary(setting => setting.Place.DriverName!, _ => new DriverLimits(1, _random.Next(1, 9000), _random.Next(1, 64))),
    };

    private string Value(Setting setting) => setting.Values switch
    {
        AllowedValues.Named words => words.Values[_random.Next(words.Values.Count)].Name,
        AllowedValues.Texts texts => texts.Words[_random.Next(texts.Words.Count)],
        AllowedValues.Numbers numbers => (numbers.Least + (numbers.Step * _random.NextInt64(0, ((numbers.Most - numbers.Least) / numbers.Step) + 1))).ToString(CultureInfo.InvariantCulture),
        AllowedValues.PortRanges => new PortRange(1025 + _random.Next(1000), 60000 + _random.Next(5000)).ToString(),
        AllowedValues.DriverNumbers => _random.Next(2) == 0 ? AllowedValues.DriverNumbers.Most : _random.Next(1, 9000).ToString(CultureInfo.InvariantCulture),
        AllowedValues.KernelParts parts => parts.Usual[_random.Next(parts.Usual.Count)],
        AllowedValues.QueueDisciplines => _random.Next(2) == 0 ? "fq" : $"fq maxrate {_random.Next(1, 30000)}mbit",
        AllowedValues.PerObject { One: AllowedValues.Texts texts } => _random.Next(2) == 0 ? texts.Words[0] : $"policy0={texts.Words[1]} policy1={texts.Words[2]}",
        AllowedValues.PerObject => _random.Next(2) == 0 ? "0-3" : "24=1 25=2",
        AllowedValues.BootLines => $"net.ipv4.tcp_sack={_random.Next(2)}; net.ipv4.tcp_rmem=4096 131072 {_random.Next(4096, 1 << 30)}",
        var other => throw new InvalidOperationException($"This generator has no values for {other}."),
    };
}
