using System.Collections.Immutable;
using System.Globalization;
using Accelerator.Engine.Storage;

namespace Accelerator.Jobs.Delivering;

/// <summary>
/// Tracks what keeps this computer from storing files: a disk without room, or a target folder that cannot be written. Each is one alert
/// that names the disk or the folder and the jobs, whichever servers the files come from. No server rests for it.
/// </summary>
/// <param name="held">Gets the files in progress, of all servers.</param>
internal sealed class LocalFaults(JobTools tools, Func<IEnumerable<HeldClaim>> held)
{
    private static readonly TimeSpan FirstRest = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan LongestRest = TimeSpan.FromMinutes(1);

    // A file that waits for a fault to end is tried every minute. A fault that no file has met for longer affects no waiting file.
    private static readonly TimeSpan Forgotten = TimeSpan.FromMinutes(3);

    private readonly object _lock = new();
    private readonly Dictionary<string, Fault> _faults = new(StringComparer.Ordinal);

    /// <summary>Gets the target folders for which no file is started now.</summary>
    public IReadOnlyList<string> ClosedFolders
    {
        get
        {
            var now = tools.Time.GetUtcNow();
            lock (_lock) return [.. _faults.Values.Where(fault => fault.Folder is not null && now < fault.Until)
                .Select(fault => fault.Folder!)];
        }
    }

    /// <summary>Returns whether a job may start files: the disk has the reserve and what the files in progress still need.</summary>
    /// <param name="job">The job's name.</param>
    /// <param name="folder">The job's current target folder.</param>
    /// <param name="leastFree">Bytes to keep free.</param>
    public bool MayBegin(string job, string folder, long leastFree)
    {
        // This is called several times a second, and the disk may be another computer's.
        if (leastFree == 0 && IsWell) return true;
        var room = Measure(folder);
        EndOld(room, leastFree);
        if (room.Left >= leastFree) return true;
        Notify($"disk {room.Volume}", job, fault => fault, jobs => Sentence(room, jobs, leastFree, ""));
        return false;
    }

    /// <summary>
    /// Returns whether a file that is about to start fits on its disk beside those in progress, which already include it.
    /// </summary>
    public bool Fits(HeldClaim one, long leastFree)
    {
        var room = Measure(one.Claim.Target);
        if (room.Left >= leastFree) return true;
        NotifyFull(room, one, leastFree);
        return false;
    }

    /// <summary>Notes a file that this computer could not store.</summary>
    public void Failed(HeldClaim one, string message)
    {
        var (room, folder, now) = (Measure(one.Claim.Target), one.Claim.Target, tools.Time.GetUtcNow());
        if (room.Left < 0)
        {
            NotifyFull(room, one, leastFree: 0);
            return;
        }
        Notify(About(folder), one.Claim.Job, Rested,
            jobs => $"{string.Join(", ", jobs)} cannot store files in {folder} on this computer: "
                + $"{message} Files for this folder wait and are retried; the server and other folders are not affected.");

        Fault Rested(Fault fault)
        {
            // Files that were in progress when the fault began fail for the same reason.
            if (now < fault.Until) return fault with { Folder = folder };
            var pause = FirstRest * Math.Pow(2, Math.Min(fault.Rests, 10));
            return fault with { Folder = folder, Rests = fault.Rests + 1, Until = now + (pause < LongestRest ? pause : LongestRest) };
        }
    }

    /// <summary>Notes a file that was stored.</summary>
    public void Stored(HeldClaim one)
    {
        if (!IsWell) End(About(one.Claim.Target));
    }

    private bool IsWell { get { lock (_lock) return _faults.Count == 0; } }

    private static string About(string folder) => $"target folder {folder}";

    private static long Needs(HeldClaim one) =>
        FreeSpace.NeededBy(PartNames.PartOf(one.TargetPath, one.PartTag), one.Claim.Size);

    private Room Measure(string folder)
    {
        var space = tools.Space(folder);
        var volumes = new Dictionary<string, string>(StringComparer.Ordinal) { [folder] = space.Volume };
        var promised = 0L;
        foreach (var one in held())
        {
            if (!volumes.TryGetValue(one.Claim.Target, out var volume))
                volumes.Add(one.Claim.Target, volume = tools.Space(one.Claim.Target).Volume);
            if (volume == space.Volume) promised += Needs(one);
        }
        return new Room(space.Volume, space.Free ?? long.MaxValue, promised);
    }

    private void EndOld(Room room, long leastFree)
    {
        var now = tools.Time.GetUtcNow();
        List<string> over;
        lock (_lock)
        {
            over =
                [.. _faults.Values.Where(
                    fault => fault.About == $"disk {room.Volume}" ? room.Left - fault.Needs >= leastFree : now - fault.Seen > Forgotten)
                    .Select(fault => fault.About)];
        }
        over.ForEach(End);
    }

    private void NotifyFull(Room room, HeldClaim one, long leastFree)
    {
        var needs = Needs(one);
        Notify($"disk {room.Volume}", one.Claim.Job, fault => fault with { Needs = needs },
            jobs => Sentence(room with { Promised = room.Promised - needs }, jobs, leastFree,
                $", {one.TargetPath} needed {ByteText.Size(needs)}"));
    }

    // Reports a fault when it begins, and when it stops another job.
    private void Notify(string about, string job, Func<Fault, Fault> change, Func<IReadOnlyList<string>, string> sentence)
    {
        Fault fault;
        bool isNews;
        lock (_lock)
        {
            var known = _faults.GetValueOrDefault(about) ?? new Fault(about);
            isNews = !known.Jobs.Contains(job);
            _faults[about] = fault = change(known) with { Jobs = known.Jobs.Add(job), Seen = tools.Time.GetUtcNow() };
        }
        if (isNews) tools.Events.Report(new JobEvent.Incident(about, sentence(fault.Jobs)) { Jobs = fault.Jobs });
    }

    private void End(string about)
    {
        lock (_lock)
        {
            if (!_faults.Remove(about)) return;
        }
        tools.Events.Report(new JobEvent.Recovered(about));
    }

    // The sentence may be shown for hours while the disk changes, so it has the time of its figures.
    private string Sentence(Room room, IReadOnlyList<string> jobs, long leastFree, string file)
    {
        var reserve = leastFree == 0 ? "" : $", and least_free_space in the job file keeps {ByteText.Size(leastFree)} free";
        return $"The disk {room.Volume} of this computer has no room for {string.Join(", ", jobs)}: "
            + string.Create(CultureInfo.InvariantCulture, $"at {tools.Time.GetUtcNow():yyyy-MM-dd HH:mm} UTC ")
            + $"{ByteText.Size(room.Free)} were free. Files in progress still needed {ByteText.Size(room.Promised)}{file}{reserve}. "
            + "Files in progress and files that fit continue; the others wait. Free some space there.";
    }

    private sealed record Fault(string About)
    {
        public ImmutableSortedSet<string> Jobs { get; init; } = ImmutableSortedSet.Create<string>(StringComparer.Ordinal);

        public string? Folder { get; init; }

        public long Needs { get; init; }

        public int Rests { get; init; }

        public DateTimeOffset Until { get; init; }

        public DateTimeOffset Seen { get; init; }
    }

    private sealed record Room(string Volume, long Free, long Promised)
    {
        public long Left => Free - Promised;
    }
}

/// <summary>The room on a local volume.</summary>
/// <param name="Volume">The volume's name: a mount point, a drive or a share.</param>
/// <param name="Free">Bytes that are free for this account; null if the system does not report it.</param>
internal readonly record struct VolumeSpace(string Volume, long? Free)
{
    /// <summary>Measures the volume of a folder, which need not exist yet.</summary>
    public static VolumeSpace Of(string folder) => new(FreeSpace.VolumeOf(folder), FreeSpace.OfFolder(FreeSpace.NearestFolder(folder)));
}
