using Accelerator.Engine.Mirroring;

namespace Accelerator.Jobs.Definitions;

/// <summary>The definition of a job in the job file.</summary>
public sealed record JobDefinition
{
    /// <summary>The job's name in the job file, in the ledger and in every message.</summary>
    public required string Name { get; init; }

    public JobKind Kind { get; init; }

    /// <summary>Whether the job polls on its schedule. Default true.</summary>
    public bool IsEnabled { get; init; } = true;

    /// <summary>The server to poll.</summary>
    public required ServerDefinition Server { get; init; }

    /// <summary>The folders to poll.</summary>
    public required IReadOnlyList<PathTemplate> Folders { get; init; }

    /// <summary>How far back dated folders are polled. Default 2 days.</summary>
    public TimeSpan LookBack { get; init; } = TimeSpan.FromDays(2);

    /// <summary>
    /// How long a dated folder may be missing after the end of its day or hour; a folder that is missing for longer is a failure. Null if
    /// it may always be missing. Default 1 day.
    /// </summary>
    public TimeSpan? MissingAfter { get; init; } = TimeSpan.FromDays(1);

    /// <summary>
    /// The files that are wanted, and the maximum depth below the folders. Temporary names used by producers are excluded.
    /// </summary>
    public required FileFilter Filter { get; init; }

    /// <summary>The poll schedule.</summary>
    public required JobSchedule Schedule { get; init; }

    /// <summary>The rule by which a file counts as complete.</summary>
    public CompletenessRule Completeness { get; init; } = new();

    /// <summary>
    /// The number of delivered files whose time is queried at each poll of a folder for which only LIST is available. Default 10, chosen at
    /// random; at most 500.
    /// </summary>
    public RecheckRule Recheck { get; init; } = RecheckRule.Default;

    /// <summary>The order of the files. Default the newest first.</summary>
    public JobOrder Order { get; init; }

    /// <summary>The priority, 0 to 1000: files of the job with the higher number come first. Default 100.</summary>
    public int Priority { get; init; } = 100;

    /// <summary>The destination server; null if files are fetched to this computer.</summary>
    public ServerDefinition? Destination { get; init; }

    /// <summary>The rule for a file that the destination already has under the name. Default <see cref="ExistingRule.Prove"/>.</summary>
    public ExistingRule Existing { get; init; }

    /// <summary>
    /// The folder that files are delivered into, on this computer or on <see cref="Destination"/>; its date is the date of the folder in
    /// which the file was found.
    /// </summary>
    public required PathTemplate Target { get; init; }

    /// <summary>Returns the folder of a date for display: a local folder, or an address at the destination.</summary>
    /// <param name="date">Any time; converted to UTC.</param>
    public string TargetAt(DateTimeOffset date)
    {
        var folder = Target.Fill(date, Name, Server.Name);
        return Destination is { } server ? server.AddressOf(folder) : folder;
    }

    /// <summary>The number of streams per file, 1 to 64; null to tune it automatically.</summary>
    public int? Streams { get; init; }

    /// <summary>A program to run for each delivered file; null for none.</summary>
    public AfterDelivery? After { get; init; }

    /// <summary>A file to which a line of JSON is appended for each delivered file; null for none.</summary>
    public PathTemplate? Manifest { get; init; }

    /// <summary>How long failures of <see cref="After"/> and <see cref="Manifest"/> are retried.</summary>
    public EffectRule Effects { get; init; } = EffectRule.Default;

    /// <summary>The number of attempts to deliver a file, and the pauses between them.</summary>
    public RetryRule Retry { get; init; } = RetryRule.Default;

    /// <summary>How long a file may take from first seen to delivered before it counts as late; null for no objective.</summary>
    public TimeSpan? Objective { get; init; }

    /// <summary>The products that the archive is expected to have; null if none are known.</summary>
    public ExpectRule? Expect { get; init; }

    /// <summary>How long no new file may appear before the archive counts as silent; null for ever.</summary>
    public TimeSpan? SilentAfter { get; init; }
}
