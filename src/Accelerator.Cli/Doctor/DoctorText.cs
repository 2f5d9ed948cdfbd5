using Accelerator.Cli.Output;
using Accelerator.Cli.Terminal;
using Accelerator.Ftp;
using Accelerator.Tuning.Advising;
using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Reading;

namespace Accelerator.Cli.Doctor;

/// <summary>Formats the findings as one page. A pure function: exam in, sections out.</summary>
internal static class DoctorText
{
    /// <summary>The number of recommendations shown first.</summary>
    public const int First = 3;

    /// <summary>The announcement of the measurements, before any of them starts.</summary>
    public static IEnumerable<string> Plan(ExaminedServer? server, string folder, int paths)
    {
        if (server is { Proxy: null, Endpoint: var endpoint })
            yield return $"Connecting to {endpoint} up to three times without a login, and sending echo requests.";
        else if (server is not null)
            yield return $"Connecting to {server.Endpoint} through the proxy {server.Proxy} up to three times without a login, "
                + "and sending echo requests to the proxy.";
        if (paths > 0) yield return $"Connecting over {Format.Count(paths, "local path")}, for at most 3 s each.";
        yield return $"Measuring the disk of {folder} for one second.";
    }

    /// <summary>The page.</summary>
    public static IEnumerable<DoctorSection> Page(Exam exam, IReadOnlyList<Advice> advice)
    {
        yield return new DoctorSection("Computer", [.. Computer(exam).SelectMany(Row)]);
        yield return Adapters(exam);
        if (exam.Path is { } path) yield return new DoctorSection($"Path to {path.Server}", [.. PathTo(exam, path).SelectMany(Row)]);
        if (exam.LocalPaths.Count > 0) yield return LocalPathText.Section(exam);
        yield return new DoctorSection("Disk", [.. Wrapped(Disk(exam))]);
        yield return ArithmeticText.Section(exam);
        if (Others(exam, advice) is { Count: > 0 } others) yield return new DoctorSection("Findings", others);
        if (UnknownList.Of(exam).ToList() is { Count: > 0 } unknown)
            yield return new DoctorSection("Unknown", [.. unknown.SelectMany(sentence => Item("-", SafeText.Escape(sentence)))]);
        yield return new DoctorSection("Do these first", FirstOf(exam, advice));
    }

    private static IEnumerable<(string Name, string Value)> Computer(Exam exam)
    {
        var (host, plan) = (exam.Snapshot.Host, exam.Plan);
        yield return ("system", $"{host.System}, {Format.Count(host.Processors, "processor")}");
        yield return ("profile", $"{plan.Profile.Id}, because {exam.Role.Why}. --profile NAME selects another one.");
        var unread = plan.PassedOver.Count(passed => passed.Now is SettingReading.Unknown);
        yield return ("settings",
            $"{plan.Same.Count} match that profile, {plan.Steps.Count} differ{(unread > 0 ? $", {unread} unknown" : "")} (ftpx "
                + $"tune diff {plan.Profile.Id})");
        yield return ("one stream",
            exam.Window is { } window ? $"at most {Spoken.Bytes(window.Bytes)} in flight, because {window.Because}" : "unknown");
        var power = SettingCatalogue.Find(host.Platform == HostPlatform.Linux ? "linux.governor" : "power.plan")!;
        yield return ("power", exam.Snapshot[new SettingTarget(power, null)] is var reading and not SettingReading.Unsupported
            ? reading is SettingReading.Unknown ? "unknown" : $"{reading}" : "not reported");
        if (host.MemoryBytes is { } memory) yield return ("memory", Spoken.Bytes(memory));
        if (exam.Antivirus is { } antivirus) yield return ("antivirus", Antivirus(antivirus, exam.Folder));
    }

    private static string Antivirus(AntivirusFacts antivirus, string folder) => antivirus switch
    {
        { IsWatching: false } => "Defender does not scan files as they are written",
        { IsWatching: null } => "unknown",
        { Excluded: null } => "Defender scans files as they are written; whether it excludes this folder is unknown",
        _ => "Defender scans files as they are written; "
            + $"{(antivirus.Leaves(folder) == true ? "this folder is excluded" : "this folder is included")}",
    };

    private static DoctorSection Adapters(Exam exam)
    {
        var adapters = exam.Snapshot.Host.Adapters;
        if (adapters.Count == 0) return new DoctorSection("Adapters", ["  None was found."]);
        return new DoctorSection("Adapters", [])
        {
            Table = new TextTable(null, ["adapter", "link", "MTU", "queues", "buffers", "path"], [.. adapters.Select(adapter => new[]
            {
                adapter.Name,
                Link(adapter.Link),
                adapter.Link is { Mtu: > 0 and var mtu } ? $"{mtu}" : "unknown",
                Read(exam, adapter, "linux.queues", "nic.rss-queues"),
                Read(exam, adapter, "linux.receive-ring", "nic.receive-buffers"),
                adapter.Key == exam.Carrier?.Key ? "yes" : "",
            })]),
            After = [.. adapters.SelectMany(adapter => Hardware(adapter))],
        };
    }

    private static IEnumerable<string> Hardware(AdapterFacts adapter)
    {
        var hardware = adapter.Hardware;
        string?[] parts =
        [
            hardware.Slot is { } slot ? $"{slot}, about {Spoken.Bits(slot.BitsPerSecond)}" : null,
            hardware.NumaNode is { } node ? $"NUMA node {node}" : null,
            hardware.DriverDate is { } date ? $"driver of {date:yyyy-MM-dd}" : null,
        ];
        return parts.OfType<string>().ToList() is { Count: > 0 } known
            ? WordWrap.Lines("  ", SafeText.Escape($"{adapter.Name}: {string.Join("; ", known)}.")) : [];
    }

    private static string Link(LinkFacts? link) => link switch
    {
        null => "off",
        { IsUp: false } => "down",
        { BitsPerSecond: > 0 and var speed } => Spoken.Bits(speed),
        _ => "unknown",
    };

    private static string Read(Exam exam, AdapterFacts adapter, string linux, string windows)
    {
        var setting = SettingCatalogue.Find(exam.Snapshot.Host.Platform == HostPlatform.Linux ? linux : windows)!;
        return exam.Snapshot[new SettingTarget(setting, adapter)] switch
        {
            SettingReading.Known known => known.Text,
            SettingReading.Absent { Default: { } usual } => usual,
            SettingReading.Absent => "default",
            SettingReading.Unsupported => "-",
            _ => "unknown",
        };
    }

    private static IEnumerable<(string Name, string Value)> PathTo(Exam exam, NetworkPathExam path)
    {
        if (path.Failure is { } failure)
        {
            yield return ("failed", failure);
            yield break;
        }
        if (path.Proxy is { } proxy)
            yield return ("proxy", $"{proxy}. The address and the packets below are those of the path to it. ftpx probe measures both "
                + "parts of the path with data.");
        yield return ("address", $"{path.Remote} from {path.Local}{(exam.Carrier is { } carrier ? $", by {carrier.Name}" : "")}");
        yield return ("round trip",
            $"{Spoken.Milliseconds(path.RoundTrip!.Value)}{(path.Proxy is null ? "" : " to the server, through the proxy")}, "
                + $"the shortest of {Format.Count(path.Connections, "connection")}");
        yield return ("greeting", path.Doubt is { } doubt
            ? doubt : path.Greeting is { } greeting ? $"after {Spoken.Milliseconds(greeting)}" : "none before the TLS handshake");
        yield return ("packets", Packets(path));
    }

    private static string Packets(NetworkPathExam path)
    {
        var tcp = path.ConnectionMtu is { } mtu ? $"; the TCP connection uses {mtu}" : "";
        return path.Mtu switch
        {
            { Evidence: MtuEvidence.Whole, Bytes: var bytes } => 
                $"{bytes} bytes, the MTU of the link, reach the {(path.Proxy is null ? "server" : "proxy")} unfragmented{tcp}",
            { Evidence: MtuEvidence.Narrow, Bytes: var bytes } =>
                $"{bytes} bytes at most: a hop reports that larger ones are too big{tcp}",
            { Evidence: MtuEvidence.Silent, Bytes: var bytes } => $"{bytes} bytes at least; whether larger ones pass is unknown{tcp}",
            _ => $"unknown{tcp}",
        };
    }

    private static string Disk(Exam exam) => exam.DiskBytesPerSecond is { } rate
        ? $"{SafeText.Escape(exam.Folder)} takes {Spoken.Bits(rate * 8)} ({Spoken.Bytes(rate)}/s), including the flush."
        : $"{SafeText.Escape(exam.Folder)}: unknown.";

    private static List<string> Others(Exam exam, IReadOnlyList<Advice> advice)
    {
        var reported = advice.Select(one => one.Id).ToHashSet();
        return
        [
            .. advice.Select((one, i) => (one, i)).Skip(First)
                .SelectMany(pair => Item("-", SafeText.Escape($"{pair.one.What} {pair.one.Why}")).Append(Command(advice, pair.i))),
            .. exam.Plan.Findings.Where(finding => !reported.Contains(finding.Target.Setting.Id))
                .SelectMany(finding => Item("-", SafeText.Escape($"{finding.Target.Setting.Title} is {finding.Now}: {finding.Why}."))),
        ];
    }

    private static List<string> FirstOf(Exam exam, IReadOnlyList<Advice> advice)
    {
        if (advice.Count == 0 && exam.Window is null)
            return [.. Wrapped("No advice is possible: the settings that matter most could not be read.")];
        if (advice.Count == 0) return ["  Nothing: no known setting limits transfers."];
        var lines = new List<string>();
        foreach (var (one, i) in advice.Take(First).Select((one, i) => (one, i)))
        {
            lines.AddRange(Item($"{i + 1}.", SafeText.Escape(one.What)));
            lines.AddRange(WordWrap.Lines("     ", SafeText.Escape(one.Why)));
            lines.Add(Command(advice, i));
        }
        if (advice.Take(First).Any(one => one.Command.StartsWith("sysctl ", StringComparison.Ordinal)))
            lines.AddRange(WordWrap.Lines(
                "  ", "Changes by sysctl -w last until the computer restarts. \"sudo ftpx tune apply "
                    + $"{exam.Plan.Profile.Id}\" makes all changes of the profile permanent, "
                    + "and \"sudo ftpx tune rollback\" undoes them."));
        return lines;
    }

    // Not wrapped, because it is meant to be copied.
    private static string Command(IReadOnlyList<Advice> advice, int i)
    {
        var before = advice.Take(i).ToList().FindIndex(earlier => earlier.Command == advice[i].Command);
        return before < 0 ? $"     {SafeText.Escape(advice[i].Command)}"
            : before < First ? $"     (the same command as {before + 1})" : "     (the same command)";
    }

    private static IEnumerable<string> Item(string mark, string text) => WordWrap.Lines($"  {mark,-2} ", text);

    private static IEnumerable<string> Wrapped(string sentence) => WordWrap.Lines("  ", sentence);

    // Greetings, adapter names and registry values come from outside.
    private static IEnumerable<string> Row((string Name, string Value) row) =>
        WordWrap.Lines($"  {row.Name,-12} ", SafeText.Escape(row.Value));
}

/// <summary>A section of the page: its title, lines, an optional table, and the lines after it.</summary>
internal sealed record DoctorSection(string Title, IReadOnlyList<string> Lines)
{
    public TextTable? Table { get; init; }

    public IReadOnlyList<string> After { get; init; } = [];
}
