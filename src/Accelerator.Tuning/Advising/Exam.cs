using Accelerator.Tuning.Planning;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Advising;

/// <summary>What was found of a computer, of its disk, and of the way to a server where one was named. Advice is made of it.</summary>
/// <param name="Snapshot">The settings.</param>
/// <param name="Role">The profile that fits.</param>
/// <param name="Plan">That profile held against the settings.</param>
public sealed record Exam(HostSnapshot Snapshot, RoleChoice Role, TuningPlan Plan)
{
    /// <summary>The adapter that carries the path; null where no server was named, or none of the adapters has the address.</summary>
    public AdapterFacts? Carrier { get; init; }

    /// <summary>The way to the server; null where none was named.</summary>
    public NetworkPathExam? Path { get; init; }

    /// <summary>The ways out of this computer that were named; empty where none was.</summary>
    public IReadOnlyList<LocalPathExam> LocalPaths { get; init; } = [];

    /// <summary>What is to be filled, in bits a second: the line as it was named, else the link; null where nobody says.</summary>
    public long? BitsPerSecond { get; init; }

    /// <summary>The folder that data goes to.</summary>
    public string Folder { get; init; } = "";

    /// <summary>What its disk takes; null where it could not be measured.</summary>
    public double? DiskBytesPerSecond { get; init; }

    /// <summary>Why it could not, as a sentence; empty otherwise.</summary>
    public string DiskProblem { get; init; } = "";

    /// <summary>The antivirus program; null where none was asked, as on Linux.</summary>
    public AntivirusFacts? Antivirus { get; init; }

    /// <summary>The window of one stream; null where it is not known.</summary>
    public WindowLimit? Window => WindowReading.LimitOf(Snapshot);

    /// <summary>The path's round trip; null where none was measured.</summary>
    public TimeSpan? RoundTrip => Path?.RoundTrip;
}
