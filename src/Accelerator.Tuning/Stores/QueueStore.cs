using System.Globalization;
using System.Text.Json;
using Accelerator.Tuning.Machine;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Stores;

/// <summary>
/// The root queue disciplines of interfaces. One that the kernel chose is restored by deleting what replaced it. One that was configured by
/// other means is never replaced, because its options could not be restored.
/// </summary>
internal sealed class QueueStore(ITrafficControl traffic) : ISettingStore
{
    /// <summary>The handle of what ftpx configures: it marks that all options except the rate have their defaults.</summary>
    public const string Handle = "acce:";

    private const string ByKernel = "0:", Fair = "fq";
    private const long BytesPerMegabit = 125_000;

    public async Task<SettingReading> ReadAsync(SettingTarget target, CancellationToken cancellationToken)
    {
        var text = await traffic.ShowAsync(Link(target), cancellationToken).ConfigureAwait(false);
        if (text is null) return new SettingReading.Unknown("tc does not answer; it is in the package iproute2");
        try
        {
            using var json = JsonDocument.Parse(text);
            return Read([.. json.RootElement.EnumerateArray()]);
        }
        catch (Exception e) when (e is JsonException or KeyNotFoundException or InvalidOperationException)
        {
            return new SettingReading.Unknown("the answer of tc has an unknown form");
        }
    }

    public async Task WriteAsync(SettingTarget target, string? value, CancellationToken cancellationToken)
    {
        // Replacing a discipline by one of the same kind keeps the options that are not named, such as the rate.
        if (value is null || await ReadAsync(target, cancellationToken).ConfigureAwait(false) is SettingReading.Known)
            await ChangeAsync(target, ["del", "dev", Link(target), "root"], cancellationToken).ConfigureAwait(false);
        if (value is not null)
            await ChangeAsync(target, ["replace", "dev", Link(target), "root", "handle", Handle, .. value.Split(' ')], cancellationToken)
                .ConfigureAwait(false);
    }

    private async Task ChangeAsync(SettingTarget target, IReadOnlyList<string> words, CancellationToken cancellationToken)
    {
        if (await traffic.ChangeAsync(words, cancellationToken).ConfigureAwait(false) is { } problem)
            throw new SettingWriteException($"{target}: {problem}.");
    }

    private static SettingReading Read(IReadOnlyList<JsonElement> all)
    {
        var roots = all.Where(one => one.TryGetProperty("root", out var root) && root.GetBoolean()).ToList();
        // An interface that has never been up has none.
        if (roots.Count == 0) return new SettingReading.Absent();
        var (kind, handle) = (Text(roots[0], "kind"), Text(roots[0], "handle"));
        var children = all.Where(one => !roots.Contains(one)).Select(one => Text(one, "kind")).Distinct().ToList();
        if (handle == ByKernel) return new SettingReading.Absent(kind == "mq" && children is [Fair] ? Fair : kind);
        var rate = roots[0].TryGetProperty("options", out var options) && options.TryGetProperty("maxrate", out var most)
            ? $" maxrate {(most.GetInt64() / BytesPerMegabit).ToString(CultureInfo.InvariantCulture)}mbit" : "";
        return new SettingReading.Known(handle == Handle ? kind + rate : $"{kind}{rate}, configured by other means");
    }

    private static string Text(JsonElement one, string name) => one.GetProperty(name).GetString() ?? "";

    private static string Link(SettingTarget target) => target.Adapter?.Key ?? throw new ArgumentException($"{target} has no interface.");
}
