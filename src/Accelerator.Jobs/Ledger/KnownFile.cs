namespace Accelerator.Jobs.Ledger;

/// <summary>A file of a folder in the ledger. Times are kept to the millisecond.</summary>
public sealed record KnownFile
{
    // A poll reads 100,000 of them, and integers take half the space of a DateTimeOffset.
    private readonly long _firstSeen;
    private readonly long _since;
    private readonly long _missingSince = long.MinValue;

    /// <summary>The file's row; 0 if it is not in the ledger yet.</summary>
    public long Id { get; init; }

    /// <summary>The file's name in the folder, as the server has it (<c>FtpPath.ExactName</c>).</summary>
    public required string Name { get; init; }

    /// <summary>Bytes, from the last listing; at least 0.</summary>
    public required long Size { get; init; }

    /// <summary>The time in the listing's own format; null if there was none. Only compared, never used in calculations.</summary>
    public string? Time { get; init; }

    /// <summary>
    /// The wall clock that LIST reported for a delivered file when it was last found unchanged, stored in place of <see cref="Time"/>; null
    /// for none.
    /// </summary>
    public string? Clock { get; init; }

    /// <summary>The time of the delivered content from MDTM; null for none.</summary>
    public string? Modified { get; init; }

    /// <summary>The file's state.</summary>
    public FileState State { get; init; }

    /// <summary>Whether the file is quarantined only because its marker did not come in time.</summary>
    public bool LacksMarker { get; init; }

    /// <summary>The version, from 1; grows when a delivered file changes at its source.</summary>
    public int Version { get; init; } = 1;

    /// <summary>The number of consecutive polls that found it with this size and time.</summary>
    public int Polls { get; init; }

    /// <summary>The number of consecutive complete polls that did not find it.</summary>
    public int Missing { get; init; }

    /// <summary>The epoch: grows with each claim and each take-over.</summary>
    public long Epoch { get; init; }

    /// <summary>When this version was first seen.</summary>
    public required DateTimeOffset FirstSeen
    {
        get => DateTimeOffset.FromUnixTimeMilliseconds(_firstSeen);
        init => _firstSeen = value.ToUnixTimeMilliseconds();
    }

    /// <summary>Since when the file has this size and time.</summary>
    public required DateTimeOffset Since
    {
        get => DateTimeOffset.FromUnixTimeMilliseconds(_since);
        init => _since = value.ToUnixTimeMilliseconds();
    }

    /// <summary>The time of the first complete poll that did not find it; null while it is listed.</summary>
    public DateTimeOffset? MissingSince
    {
        get => _missingSince == long.MinValue ? null : DateTimeOffset.FromUnixTimeMilliseconds(_missingSince);
        init => _missingSince = value?.ToUnixTimeMilliseconds() ?? long.MinValue;
    }
}
