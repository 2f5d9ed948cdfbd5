using System.Globalization;
using System.Text.RegularExpressions;
using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Machine;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Stores;

/// <summary>Reads which parts a Linux kernel has, built in or as modules that it loads when they are first used.</summary>
internal static partial class KernelReader
{
    /// <summary>The file with the kernel's version.</summary>
    public const string Release = "/proc/sys/kernel/osrelease";

    private static readonly AllowedValues.ProcessorLists Lists = new();

    // They are part of every kernel that has queue disciplines or TCP.
    private static readonly string[] Always = ["tcp_reno", "sch_pfifo_fast", "sch_pfifo", "sch_bfifo", "sch_mq", "sch_noqueue"];

    public static KernelFacts Read(KernelFiles files)
    {
        string[] controls = [.. (files.ReadOrNull("/proc/sys/net/ipv4/tcp_available_congestion_control") ?? "")
            .Split(' ', StringSplitOptions.RemoveEmptyEntries)];
        return new KernelFacts
        {
            CongestionControls = controls,
            Modules = Modules(files) is { } modules
                ? modules.Concat(Always).Concat(controls.Select(name => $"tcp_{name}")).ToHashSet(StringComparer.Ordinal) : null,
            Lines = SettingCatalogue.All.Select(setting => setting.Place).OfType<SettingPlace.Sysctl>().Where(place => place.Field > 0)
                .Select(place => (place.Name, Text: files.ReadOrNull($"/proc/sys/{place.Name.Replace('.', '/')}")))
                .Where(line => line.Text is not null)
                .ToDictionary(line => line.Name, line => line.Text!.Replace('\t', ' '), StringComparer.Ordinal),
        };
    }

    /// <summary>Returns the numbers of a list such as <c>0-3,8</c> in ascending order; empty for another text.</summary>
    public static IReadOnlyList<int> Numbers(string? list) =>
        list is null || Lists.Problem(list) is not null ? []
        : [.. list.Split(',').Select(part => part.Split('-').Select(end => int.Parse(end, CultureInfo.InvariantCulture)).ToArray())
            .SelectMany(ends => Enumerable.Range(ends[0], Math.Max(1, ends[^1] - ends[0] + 1))).Order()];

    // The installed modules first: a distribution's configuration also names those of a package that is not installed.
    private static IEnumerable<string>? Modules(KernelFiles files)
    {
        var release = files.ReadOrNull(Release);
        var installed = files.ReadOrNull($"/lib/modules/{release}/modules.dep");
        if (installed is not null)
            return Module().Matches(installed + '\n' + files.ReadOrNull($"/lib/modules/{release}/modules.builtin"))
                .Select(match => match.Groups["name"].Value.Replace('-', '_'));
        return (files.ReadCompressed("/proc/config.gz") ?? files.ReadOrNull($"/boot/config-{release}")) is { } config
            ? Option().Matches(config).Select(match => (match.Groups["kind"].Value == "TCP_CONG_" ? "tcp_" : "sch_")
                + match.Groups["name"].Value.ToLowerInvariant())
            : null;
    }

    [GeneratedRegex(@"/(?<name>(?:tcp|sch)_[a-z0-9_-]+)\.ko", RegexOptions.NonBacktracking)]
    private static partial Regex Module();

    [GeneratedRegex("^CONFIG_(?<kind>TCP_CONG_|NET_SCH_)(?<name>[A-Z0-9_]+)=y", RegexOptions.Multiline | RegexOptions.NonBacktracking)]
    private static partial Regex Option();
}
