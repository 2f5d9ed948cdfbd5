using Accelerator.Engine.Mirroring;

namespace Accelerator.Jobs.Definitions;

/// <summary>What a job is to do: the want of the service.</summary>
public sealed record JobDefinition
{
    /// <summary>Its name in the job file, in the ledger and in every message.</summary>
    public required string Name { get; init; }

    /// <summary>What it does with files.</summary>
    public JobKind Kind { get; init; }

    /// <summary>Whether it looks by itself. Default true.</summary>
    public bool IsEnabled { get; init; } = true;

    /// <summary>Where it looks.</summary>
    public required ServerDefinition Server { get; init; }

    /// <summary>The folders it looks into.</summary>
    public required IReadOnlyList<PathTemplate> Folders { get; init; }

    /// <summary>How far back folders with dates are looked into. Default 2 days.</summary>
    public TimeSpan LookBack { get; init; } = TimeSpan.FromDays(2);

    /// <summary>
    /// How long after the end of its day or hour a folder with a date may be missing before that is a failure; null where it always may.
    /// Default 1 day.
    /// </summary>
    public TimeSpan? MissingAfter { get; init; } = TimeSpan.FromDays(1);

    /// <summary>
    /// Which files are wanted, and how deep below the folders they are looked for. Names that producers write under are left out.
    /// </summary>
    public required MirrorFilter Filter { get; init; }

    /// <summary>When it looks.</summary>
    public required JobSchedule Schedule { get; init; }

    /// <summary>By what a file counts as complete.</summary>
    public CompletenessRule Completeness { get; init; } = new();

    /// <summary>
    /// How many delivered files are asked for their time at each look into a folder that only LIST shows. Default 10 at random, at most
    /// 500.
    /// </summary>
    public RecheckRule Recheck { get; init; } = RecheckRule.Default;

    /// <summary>Which file comes first. Default the newest.</summary>
    public JobOrder Order { get; init; }

    /// <summary>Files of the job with the higher number come first. Default 100, 0 to 1000.</summary>
    public int Priority { get; init; } = 100;

    /// <summary>The server that files go to; null where they come to this computer.</summary>
    public ServerDefinition? Destination { get; init; }

    /// <summary>What is done where the destination has a file of the name already. Default <see cref="ExistingRule.Prove"/>.</summary>
    public ExistingRule Existing { get; init; }

    /// <summary>
    /// The folder that files are delivered into, of this computer or of <see cref="Destination"/>; its date is that of the folder in which
    /// the file was found.
    /// </summary>
    public required PathTemplate Target { get; init; }

    /// <summary>The folder of a date as people are told it: of this computer, or an address at the destination.</summary>
    /// <param name="date">Any time; UTC is taken.</param>
    public string TargetAt(DateTimeOffset date)
    {
        var folder = Target.Fill(date, Name, Server.Name);
        return Destination is { } server ? server.AddressOf(folder) : folder;
    }

    /// <summary>Streams for a file, 1 to 64; null to find out.</summary>
    public int? Streams { get; init; }

    /// <summary>A program for each file that was delivered; null for none.</summary>
    public AfterDelivery? After { get; init; }

    /// <summary>A file that gets a line of JSON for each file that was delivered; null for none.</summary>
    public PathTemplate? Manifest { get; init; }

    /// <summary>How long <see cref="After"/> and <see cref="Manifest"/> are tried again.</summary>
    public EffectRule Effects { get; init; } = EffectRule.Default;

    /// <summary>How often a file is tried.</summary>
    public RetryRule Retry { get; init; } = RetryRule.Default;

    /// <summary>How long a file may take from being seen to being delivered before it counts as late; null for no such promise.</summary>
    public TimeSpan? Objective { get; init; }
}
