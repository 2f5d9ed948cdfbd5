using Accelerator.Cli.Hosting;
using Accelerator.Ftp;
using Accelerator.Tuning.Advising;
using Accelerator.Tuning.Planning;
using Accelerator.Tuning.Profiles;
using Accelerator.Tuning.Reading;
using Accelerator.Tuning.Stores;

namespace Accelerator.Cli.Doctor;

/// <summary>
/// Examines a computer: facts in, <see cref="Exam"/> out. A fact that is not available is unknown and hides no other fact.
/// </summary>
/// <param name="host">The computer.</param>
/// <param name="time">The clock.</param>
internal sealed class Examination(DoctorHost host, TimeProvider time)
{
    /// <summary>Examines the computer.</summary>
    /// <param name="server">The server; null for none.</param>
    /// <param name="paths">Local paths; empty if none was named.</param>
    /// <param name="options">The parsed options.</param>
    /// <param name="folder">The folder whose disk is measured.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <exception cref="UsageException">The named profile does not exist, or is not for this computer.</exception>
    public async Task<Exam> RunAsync(
        ExaminedServer? server, IReadOnlyList<LocalPath> paths, DoctorOptions options, string folder, CancellationToken cancellationToken)
    {
        var facts = await host.ReadHardwareAsync(host.Tune.Facts, cancellationToken).ConfigureAwait(false);
        var named = options.Profile is { } name ? Named(name, facts) : null;
        var path = server is null ? null : await host.ExaminePathAsync(server, facts, cancellationToken).ConfigureAwait(false);
        var carrier = path is null ? null : NetworkPathExaminer.Carrier(facts, path);
        var bits = options.Bandwidth ?? SpeedOf(facts, path, carrier);
        var role = named is not null
            ? new RoleChoice(options.Profile!, "it was named with --profile") : RoleChoice.Of(facts, bits, path?.RoundTrip);
        var snapshot = await HostReader.ReadAsync(facts, host.Tune.Store, cancellationToken).ConfigureAwait(false);
        var (disk, problem) = await DiskAsync(folder, cancellationToken).ConfigureAwait(false);
        return new Exam(snapshot, role, TuningPlanner.Make(named ?? ProfileCatalogue.Read(role.Profile), snapshot, carrier))
        {
            Path = path,
            LocalPaths = server is null || paths.Count == 0
                ? [] : await host.ExamineLocalPathsAsync(server, paths, cancellationToken).ConfigureAwait(false),
            Carrier = carrier,
            BitsPerSecond = bits,
            PastTransfers = server is null ? [] : host.PastTransfers(server.Endpoint),
            Today = DateOnly.FromDateTime(time.GetUtcNow().UtcDateTime),
            Folder = folder,
            DiskBytesPerSecond = disk,
            DiskProblem = problem,
            Antivirus = host.Defender is { } cim ? await AntivirusFacts.ReadAsync(cim, cancellationToken).ConfigureAwait(false) : null,
        };
    }

    // Check the name before measuring, so that a wrong name fails at once.
    private static TuningProfile Named(string name, HostFacts facts)
    {
        try
        {
            var profile = ProfileCatalogue.Read(name);
            TuningPlanner.Make(profile, new HostSnapshot(facts, new Dictionary<string, SettingReading>()));
            return profile;
        }
        catch (FormatException e)
        {
            throw new UsageException(e.Message);
        }
    }

    // The adapter of the path if it is known; otherwise the fastest, the most likely choice for the data.
    private static long? SpeedOf(HostFacts facts, NetworkPathExam? path, AdapterFacts? carrier)
    {
        if (carrier is not null) return carrier.Link is { BitsPerSecond: > 0 and var speed } ? speed : null;
        if (path is { Failure: null }) return null;
        return facts.Adapters.Where(adapter => adapter.Link is { IsUp: true, BitsPerSecond: > 0 })
            .Max(adapter => (long?)adapter.Link!.BitsPerSecond);
    }

    private async Task<(double? Rate, string Problem)> DiskAsync(string folder, CancellationToken cancellationToken)
    {
        try
        {
            var (bytes, took) = await host.MeasureDiskAsync(folder, cancellationToken).ConfigureAwait(false);
            return (bytes / Math.Max(took.TotalSeconds, 1e-6), "");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return (null, $"{SafeText.Escape(folder)} cannot be written ({SafeText.Escape(e.Message.TrimEnd('.'))}).");
        }
    }
}
