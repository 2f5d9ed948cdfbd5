namespace Accelerator.Soak.Tests.Constellation;

/// <summary>What an archive of satellites publishes, and what goes wrong meanwhile; all of it follows from a seed.</summary>
internal sealed class ConstellationPlan
{
    public const int Channels = 16;

    public static readonly TimeSpan Slot = TimeSpan.FromMinutes(10);

    /// <summary>The time between two polls of a job.</summary>
    public static readonly TimeSpan PollEvery = TimeSpan.FromMinutes(5);

    /// <summary>The time after which a slot of which a file is missing is late, in the job file.</summary>
    public static readonly TimeSpan LateAfter = TimeSpan.FromMinutes(30);

    private readonly List<Disturbance> _disturbances = [];

    /// <param name="begin">The first slot.</param>
    /// <param name="servers">The number of servers.</param>
    /// <param name="jobs">The number of jobs, spread over the servers.</param>
    /// <param name="slots">The number of slots of each job.</param>
    public ConstellationPlan(DateTimeOffset begin, int servers, int jobs, int slots, Dice dice)
    {
        (Begin, Servers, Jobs, Slots) = (begin, servers, jobs, slots);
        for (var job = 0; job < jobs; job++)
        {
            for (var slot = 0; slot < slots; slot++) Files.AddRange(FilesOf(job, slot, dice));
        }
        // Away from the ends, one after the other, each with time to catch up: a share of the whole, at most two hours.
        var length = Slot * slots;
        var part = length / (servers + 3);
        for (var i = 0; i < servers + 2; i++)
        {
            var from = begin + (part * i) + (part * 0.5);
            var lasts = part * (0.15 + (dice.Below(20) / 100.0));
            var most = TimeSpan.FromHours(2);
            _disturbances.Add(new Disturbance(i < servers ? DisturbanceKind.Server : i == servers ? DisturbanceKind.Disk : DisturbanceKind.Node, i,
                from, from + (lasts < most ? lasts : most)));
        }
    }

    public DateTimeOffset Begin { get; }

    public int Servers { get; }

    public int Jobs { get; }

    public int Slots { get; }

    public DateTimeOffset End => Begin + (Slot * Slots);

    /// <summary>The files in the order of jobs and slots.</summary>
    public List<PlannedFile> Files { get; } = [];

    public IReadOnlyList<Disturbance> Disturbances => _disturbances;

    public static string NameOf(DateTimeOffset slot, int channel) => FormattableString.Invariant($"IMG_{slot.UtcDateTime:yyyyMMddHHmm}_ch{channel:00}.nc");

    public static string FolderOf(int job, DateTimeOffset slot) => FormattableString.Invariant($"/job{job:00}/{slot.UtcDateTime:yyyy}/{slot.UtcDateTime.DayOfYear:000}");

    /// <summary>Whether something disturbed a job at a time, or has not been over for so long.</summary>
    public bool IsDisturbed(int job, DateTimeOffset now, TimeSpan after) => _disturbances.Exists(one => one.Concerns(job, Servers) && now >= one.From && now < one.To + after);

    private IEnumerable<PlannedFile> FilesOf(int job, int slot, Dice dice)
    {
        var at = Begin + (Slot * slot);
        // One slot of 150 is late as a whole, one of 300 never comes, and of one of 100 a channel is missing.
        var (isLate, isMissing) = (dice.OneIn(150), dice.OneIn(300));
        var gone = dice.OneIn(100) ? 1 + dice.Below(Channels) : 0;
        for (var channel = 1; channel <= Channels; channel++)
        {
            var comes = at + TimeSpan.FromSeconds(60 + dice.Below(300)) + (isLate ? LateAfter + TimeSpan.FromMinutes(20 + dice.Below(40)) : TimeSpan.Zero);
            var again = dice.OneIn(500) ? comes + TimeSpan.FromMinutes(20 + dice.Below(60)) : (DateTimeOffset?)null;
            yield return new PlannedFile(job, at, channel, isMissing || channel == gone ? null : comes, isMissing || channel == gone ? null : again);
        }
    }
}

/// <summary>A file that a job expects.</summary>
/// <param name="At">The beginning of its slot.</param>
/// <param name="Comes">When it appears on the server; null if it never does.</param>
/// <param name="Again">When it is replaced by another version; null if it is not.</param>
internal sealed record PlannedFile(int Job, DateTimeOffset At, int Channel, DateTimeOffset? Comes, DateTimeOffset? Again)
{
    public string Path => $"{ConstellationPlan.FolderOf(Job, At)}/{ConstellationPlan.NameOf(At, Channel)}";

    public FileContent Content(int version) => FileContent.Synthetic(200 + (Channel * 10) + version, ((long)Job * 1_000_003) + (At.ToUnixTimeSeconds() * 17) + Channel + version);
}

/// <summary>A failure of a server, of the disk, or of the node that runs the service.</summary>
/// <param name="Server">The server that fails.</param>
internal sealed record Disturbance(DisturbanceKind Kind, int Server, DateTimeOffset From, DateTimeOffset To)
{
    /// <summary>Whether it excuses a job: the death of a node excuses none, because its peer takes over.</summary>
    public bool Concerns(int job, int servers) => Kind == DisturbanceKind.Disk || (Kind == DisturbanceKind.Server && job % servers == Server);
}

internal enum DisturbanceKind
{
    /// <summary>The server is not there.</summary>
    Server,

    /// <summary>The disk of the node is full.</summary>
    Disk,

    /// <summary>The node is killed in the middle of its deliveries, and a peer takes its work over.</summary>
    Node,
}
