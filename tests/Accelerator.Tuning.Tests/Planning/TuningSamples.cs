namespace Accelerator.Tuning.Tests.Planning;

/// <summary>A computer and a profile, built from a short text.</summary>
internal static class TuningSamples
{
    public static AdapterFacts Adapter(string classKey, params (string Keyword, long Least, long Most, long Step)[] limits) => new($"{{{classKey}}}", $"Adapter {classKey}", classKey)
    {
        Limits = limits.ToDictionary(limit => limit.Keyword, limit => new DriverLimits(limit.Least, limit.Most, limit.Step)),
    };

    public static HostSnapshot Host(IReadOnlyList<AdapterFacts>? adapters = null, int build = 20348, bool isServer = true, int processors = 4, params (string Target, SettingReading Reading)[] readings) =>
        new(new HostFacts(build, isServer, processors, adapters ?? []), readings.ToDictionary(reading => reading.Target, reading => reading.Reading));

    public static SettingReading Is(string value) => new SettingReading.Known(value);

    /// <summary>Parses readings such as <c>tcp.autotuning=normal tcp.rss=policy:disabled</c>.</summary>
    public static Dictionary<string, SettingReading> Readings(string settings) => settings.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(pair => pair.Split('=')).ToDictionary(
        pair => pair[0],
        pair => pair[1].StartsWith("policy:", StringComparison.Ordinal) ? (SettingReading)new SettingReading.ByPolicy(pair[1][7..], "AutoTuningLevelEffective") : Is(pair[1]));

    public static TuningProfile Profile(params ProfileSetting[] settings) => new("mine", "t", "me", null, 0, settings);

    public static ProfileSetting Want(string id, string value) => new(SettingCatalogue.Find(id)!, value, "r.", "s");

    /// <summary>Returns one line for each step.</summary>
    public static IEnumerable<string> Changes(this TuningPlan plan) => plan.Steps.Select(step => $"{step.Target}: {step.Now} -> {step.Value}");

    /// <summary>Returns one line for each setting that is left alone.</summary>
    public static IEnumerable<string> Reasons(this TuningPlan plan) => plan.PassedOver.Select(passed => $"{passed.Target}: {passed.Why}");
}
