using Accelerator.Tuning.Catalogue;

namespace Accelerator.Tuning.Profiles;

/// <summary>One value of a profile.</summary>
/// <param name="Setting">What is set.</param>
/// <param name="Value">To what: one of its <see cref="Setting.Values"/>.</param>
/// <param name="Reason">Why, in a sentence.</param>
/// <param name="Source">Who says so.</param>
public sealed record ProfileSetting(Setting Setting, string Value, string Reason, string Source)
{
    /// <summary>Only where the value is one of these now; empty for wherever it is another.</summary>
    public IReadOnlyList<string> OnlyFrom { get; init; } = [];

    /// <summary>Only on this build of Windows and later.</summary>
    public int LeastBuild { get; init; }

    /// <summary>A larger number is as good, and is left.</summary>
    public bool AtLeast { get; init; }

    /// <summary>Never more than the computer has processors.</summary>
    public bool AtMostProcessors { get; init; }
}
