namespace Accelerator.Tuning.Catalogue;

/// <summary>One thing of Windows that bears on long, fast paths: where it is kept, what it may be, and what is known of it.</summary>
public sealed record Setting
{
    /// <summary>Its name in profiles, on the command line and in journals, as in <c>tcp.autotuning</c>.</summary>
    public required string Id { get; init; }

    /// <summary>A few words for a table.</summary>
    public required string Title { get; init; }

    /// <summary>What it may be set to.</summary>
    public required AllowedValues Values { get; init; }

    /// <summary>Where it is read.</summary>
    public required SettingPlace Place { get; init; }

    /// <summary>
    /// The words behind <c>netsh</c> that set it, <c>{0}</c> standing for the value; null where it is written at its place, or never.
    /// </summary>
    public IReadOnlyList<string>? Netsh { get; init; }

    /// <summary>
    /// The command that sets it on Linux, <c>{0}</c> standing for the value and <c>{adapter}</c> for the interface; null where there is
    /// none.
    /// </summary>
    public string? Shell { get; init; }

    /// <summary>What it holds for.</summary>
    public SettingScope Scope { get; init; }

    /// <summary>What a change asks for before it is felt.</summary>
    public SettingNeeds Needs { get; init; }

    /// <summary>What Windows sets by itself.</summary>
    public required IReadOnlyList<SystemDefault> Defaults { get; init; }

    /// <summary>What it does.</summary>
    public required string Effect { get; init; }

    /// <summary>When a change helps.</summary>
    public required string Helps { get; init; }

    /// <summary>When a change hurts.</summary>
    public required string Hurts { get; init; }

    /// <summary>Why it is never written, only reported where it is found; null for a setting that profiles may hold.</summary>
    public string? NeverWritten { get; init; }

    /// <summary>Oldest build of Windows that has it; 0 for all that this program runs on.</summary>
    public int LeastBuild { get; init; }

    /// <summary>Whether only server editions let it be changed.</summary>
    public bool IsServerOnly { get; init; }

    /// <summary>The documents that say so.</summary>
    public required IReadOnlyList<string> Sources { get; init; }

    /// <summary>What the system sets by itself.</summary>
    /// <param name="Systems">Which Windows, in words; empty for all.</param>
    /// <param name="Value">Its value, or words where it depends.</param>
    public sealed record SystemDefault(string Systems, string Value);
}
