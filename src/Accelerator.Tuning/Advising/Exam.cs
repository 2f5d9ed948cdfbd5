using Accelerator.Tuning.Planning;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Advising;

/// <summary>The findings on a computer, its disk, and the network path to a server if one was named: the input of the advice.</summary>
/// <param name="Snapshot">The settings.</param>
/// <param name="Role">The matching profile.</param>
/// <param name="Plan">That profile compared with the settings.</param>
public sealed record Exam(HostSnapshot Snapshot, RoleChoice Role, TuningPlan Plan)
{
    /// <summary>The adapter that carries the path; null if no server was named, or no adapter has the address.</summary>
    public AdapterFacts? Carrier { get; init; }

    /// <summary>The network path to the server; null if none was named.</summary>
    public NetworkPathExam? Path { get; init; }

    /// <summary>The named local paths out of this computer; empty if none was named.</summary>
    public IReadOnlyList<LocalPathExam> LocalPaths { get; init; } = [];

    /// <summary>The rate to fill, in bits per second: the line's rate if given, else the link's; null if neither is known.</summary>
    public long? BitsPerSecond { get; init; }

    /// <summary>The destination folder of the data.</summary>
    public string Folder { get; init; } = "";

    /// <summary>The write rate of its disk; null if it could not be measured.</summary>
    public double? DiskBytesPerSecond { get; init; }

    /// <summary>Why the disk could not be measured, as a sentence; empty if it was.</summary>
    public string DiskProblem { get; init; } = "";

    /// <summary>Earlier transfers from the server, the newest first; empty if no server was named, or none is recorded.</summary>
    public IReadOnlyList<PastTransfer> PastTransfers { get; init; } = [];

    /// <summary>The date of the examination.</summary>
    public DateOnly Today { get; init; }

    /// <summary>The antivirus program; null if none was queried, as on Linux.</summary>
    public AntivirusFacts? Antivirus { get; init; }

    /// <summary>The window of one stream; null if it is not known.</summary>
    public WindowLimit? Window => WindowLimit.Of(Snapshot);

    /// <summary>The path's round trip; null if none was measured.</summary>
    public TimeSpan? RoundTrip => Path?.RoundTrip;
}
