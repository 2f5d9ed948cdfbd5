using System.Globalization;
using Accelerator.Cli.Output;
using Accelerator.Tuning.Advising;
using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Planning;
using Accelerator.Tuning.Reading;

namespace Accelerator.Cli.Doctor;

/// <summary>The findings as lines of JSON. Names are stable; docs/json.md lists them and a test compares the two.</summary>
internal static class DoctorJson
{
    /// <summary>All lines.</summary>
    public static IEnumerable<string> Lines(Exam exam, IReadOnlyList<Advice> advice) =>
    [
        Host(exam),
        .. exam.Snapshot.Host.Adapters.Select(adapter => Adapter(exam, adapter)),
        .. exam.Path is { } path ? [Path(path)] : (string[])[],
        .. exam.LocalPaths.Select(LocalPath),
        .. LocalPathAdvice.Of(exam).Select(WayAdvised),
        Disk(exam),
        .. (exam.RoundTrip is { } roundTrip ? [roundTrip] : ArithmeticText.Examples).Select(one => Window(exam, one)),
        .. advice.Select((one, i) => Advice(one, i + 1)),
        .. exam.Plan.Findings.Select(Found),
        .. UnknownList.Of(exam).Select(Unknown),
    ];

    private static string Host(Exam exam) => JsonLine.Of("doctor_host", json =>
    {
        var host = exam.Snapshot.Host;
        json.WriteString("system", host.System);
        json.WriteString("platform", JsonLines.Name(host.Platform));
        json.WriteNumber("processors", host.Processors);
        json.WriteNumber("memory_bytes", host.MemoryBytes);
        json.WriteString("profile", exam.Plan.Profile.Id);
        json.WriteString("reason", exam.Role.Why);
        json.WriteNumber("settings_as_wanted", exam.Plan.Same.Count);
        json.WriteNumber("settings_otherwise", exam.Plan.Steps.Count);
        json.WriteNumber("settings_unknown", exam.Plan.PassedOver.Count(passed => passed.Now is SettingReading.Unknown));
        json.WriteString("power",
            exam.Snapshot[new SettingTarget(
                SettingCatalogue.Find(host.Platform == HostPlatform.Linux ? "linux.governor" : "power.plan")!, null)].Value);
        json.WriteBoolean("antivirus", exam.Antivirus?.IsWatching);
        json.WriteBoolean("antivirus_leaves_folder", exam.Antivirus?.Leaves(exam.Folder));
    });

    private static string Adapter(Exam exam, AdapterFacts adapter) => JsonLine.Of("doctor_adapter", json =>
    {
        json.WriteString("key", adapter.Key);
        json.WriteString("name", adapter.Name);
        json.WriteBoolean("up", adapter.Link?.IsUp);
        json.WriteNumber("bits_per_second", adapter.Link is { BitsPerSecond: > 0 and var speed } ? speed : null);
        json.WriteNumber("mtu", adapter.Link is { Mtu: > 0 and var mtu } ? mtu : null);
        json.WriteString("queues", Read("linux.queues", "nic.rss-queues"));
        json.WriteString("buffers", Read("linux.receive-ring", "nic.receive-buffers"));
        json.WriteNumber("pci_bits_per_second", (long?)adapter.Hardware.Slot?.BitsPerSecond);
        json.WriteNumber("pci_lanes", adapter.Hardware.Slot?.Lanes);
        json.WriteNumber("numa_node", adapter.Hardware.NumaNode);
        json.WriteString("driver_date", adapter.Hardware.DriverDate?.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture));
        json.WriteBoolean("carries_path", adapter.Key == exam.Carrier?.Key);

        string? Read(string linux, string windows) =>
            exam.Snapshot[new SettingTarget(
                SettingCatalogue.Find(exam.Snapshot.Host.Platform == HostPlatform.Linux ? linux : windows)!, adapter)].Value;
    });

    private static string Path(NetworkPathExam path) => JsonLine.Of("doctor_path", json =>
    {
        json.WriteString("server", path.Server);
        json.WriteString("proxy", path.Proxy);
        json.WriteString("failure", path.Failure ?? path.Doubt);
        json.WriteString("remote", path.Remote?.ToString());
        json.WriteString("local", path.Local?.ToString());
        json.WriteSeconds("round_trip_seconds", path.RoundTrip, digits: 6);
        json.WriteSeconds("greeting_seconds", path.Greeting, digits: 6);
        json.WriteNumber("connections", path.Connections);
        json.WriteString("mtu_evidence", JsonLines.Name(path.Mtu.Evidence));
        json.WriteNumber("mtu", path.Mtu.Bytes);
        json.WriteNumber("connection_mtu", path.ConnectionMtu);
    });

    private static string LocalPath(LocalPathExam path) => JsonLine.Of("doctor_way", json =>
    {
        json.WriteString("name", path.Name);
        json.WriteString("local", path.Local?.ToString());
        json.WriteString("interface", path.Interface);
        json.WriteString("gateway", path.Gateway?.ToString());
        json.WriteNumber("bits_per_second", path.BitsPerSecond);
        json.WriteSeconds("round_trip_seconds", path.RoundTrip, digits: 6);
        json.WriteString("failure", path.Failure);
        json.WriteString("leaves_by", path.LeavesBy);
    });

    private static string WayAdvised(LocalPathFinding finding) => JsonLine.Of("doctor_way_advice", json =>
    {
        json.WriteString("what", finding.What);
        json.WriteStrings("commands", finding.Commands);
    });

    private static string Disk(Exam exam) => JsonLine.Of("doctor_disk", json =>
    {
        json.WriteString("folder", exam.Folder);
        json.WriteNumber("bytes_per_second", (long?)exam.DiskBytesPerSecond);
    });

    private static string Window(Exam exam, TimeSpan roundTrip) => JsonLine.Of("doctor_window", json =>
    {
        var (bits, window) = (exam.BitsPerSecond, exam.Window?.Bytes);
        var need = bits is { } speed && window is { } most ? WindowArithmetic.Streams(speed, roundTrip, most) : null;
        json.WriteBoolean("measured", exam.RoundTrip is not null);
        json.WriteSeconds("round_trip_seconds", roundTrip, digits: 6);
        json.WriteNumber("bits_per_second", bits);
        json.WriteNumber("bytes_under_way", bits is { } link ? WindowArithmetic.Product(link, roundTrip) : null);
        json.WriteNumber("stream_window", window);
        json.WriteString("window_set_by", exam.Window?.SetBy);
        json.WriteNumber("stream_bits_per_second", window is { } bytes ? (long?)WindowArithmetic.StreamBits(bytes, roundTrip) : null);
        json.WriteNumber("least_streams", need?.Least);
        json.WriteNumber("advised_streams", need?.Advised);
    });

    private static string Advice(Advice advice, int rank) => JsonLine.Of("doctor_advice", json =>
    {
        json.WriteNumber("rank", rank);
        json.WriteString("id", advice.Id);
        json.WriteString("what", advice.What);
        json.WriteString("why", advice.Why);
        json.WriteString("command", advice.Command);
        json.WriteNumber("gain", Math.Round(advice.Gain, 2));
    });

    private static string Found(Finding finding) => JsonLine.Of("doctor_found", json =>
    {
        json.WriteString("target", finding.Target.ToString());
        json.WriteString("now", finding.Now.ToString());
        json.WriteString("reason", finding.Why);
    });

    private static string Unknown(string sentence) => JsonLine.Of("doctor_unknown", json =>
    {
        json.WriteString("what", sentence);
    });
}
