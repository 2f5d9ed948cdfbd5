using Accelerator.Tuning.Catalogue;

namespace Accelerator.Tuning.Profiles;

/// <summary>One value of a profile.</summary>
/// <param name="Setting">The setting.</param>
/// <param name="Value">The value: one of its <see cref="Setting.Values"/>.</param>
/// <param name="Reason">The reason, in a sentence.</param>
/// <param name="Source">The source of the recommendation.</param>
public sealed record ProfileSetting(Setting Setting, string Value, string Reason, string Source)
{
    /// <summary>The current values from which the setting is changed; empty to change it from any value.</summary>
    public IReadOnlyList<string> OnlyFrom { get; init; } = [];

    /// <summary>The oldest build of Windows on which the setting is changed.</summary>
    public int LeastBuild { get; init; }

    /// <summary>The fewest logical processors with which the setting is changed; 0 for any number.</summary>
    public int LeastProcessors { get; init; }

    /// <summary>
    /// Whether only the adapter that carries the path to a named peer is changed, because every device on that path must support the
    /// value.
    /// </summary>
    public bool OnPathOnly { get; init; }

    /// <summary>Whether a larger number is as good, and is left.</summary>
    public bool AtLeast { get; init; }

    /// <summary>Whether the value is limited to the number of processors.</summary>
    public bool AtMostProcessors { get; init; }
}
