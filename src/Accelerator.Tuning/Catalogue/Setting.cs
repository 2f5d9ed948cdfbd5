namespace Accelerator.Tuning.Catalogue;

/// <summary>A system setting that affects long, fast paths: where it is stored, which values it accepts, and the facts about it.</summary>
public sealed record Setting
{
    /// <summary>The name in profiles, on the command line and in journals, as in <c>tcp.autotuning</c>.</summary>
    public required string Id { get; init; }

    /// <summary>A short title for a table.</summary>
    public required string Title { get; init; }

    /// <summary>The values that it accepts.</summary>
    public required AllowedValues Values { get; init; }

    /// <summary>The place it is read from.</summary>
    public required SettingPlace Place { get; init; }

    /// <summary>
    /// The arguments of <c>netsh</c> that set it, with <c>{0}</c> for the value; null if it is written at its place, or never.
    /// </summary>
    public IReadOnlyList<string>? Netsh { get; init; }

    /// <summary>
    /// The command that sets it on Linux, with <c>{0}</c> for the value and <c>{adapter}</c> for the interface; null if there is none.
    /// </summary>
    public string? Shell { get; init; }

    /// <summary>Whether it applies to the computer or to an adapter.</summary>
    public SettingScope Scope { get; init; }

    /// <summary>The condition for a change to take effect.</summary>
    public SettingNeeds Needs { get; init; }

    /// <summary>The system's own values.</summary>
    public required IReadOnlyList<SystemDefault> Defaults { get; init; }

    /// <summary>The effect of the setting.</summary>
    public required string Effect { get; init; }

    /// <summary>When a change helps.</summary>
    public required string Helps { get; init; }

    /// <summary>When a change hurts.</summary>
    public required string Hurts { get; init; }

    /// <summary>Why it is never written, only reported if found; null for a setting that profiles may contain.</summary>
    public string? NeverWritten { get; init; }

    /// <summary>The oldest build of Windows that has it; 0 for all that this program runs on.</summary>
    public int LeastBuild { get; init; }

    /// <summary>Whether only server editions allow a change.</summary>
    public bool IsServerOnly { get; init; }

    /// <summary>The documents that support these facts.</summary>
    public required IReadOnlyList<string> Sources { get; init; }

    /// <summary>A value that the system sets by itself.</summary>
    /// <param name="Systems">The versions of Windows, in words; empty for all.</param>
    /// <param name="Value">The value, or a description if it depends.</param>
    public sealed record SystemDefault(string Systems, string Value);
}
