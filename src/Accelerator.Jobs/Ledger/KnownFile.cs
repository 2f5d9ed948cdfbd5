namespace Accelerator.Jobs.Ledger;

/// <summary>A file of a folder, as the ledger knows it. Times are kept to the millisecond.</summary>
public sealed record KnownFile
{
    // 100,000 of them are read at a look: whole numbers are half as long as a DateTimeOffset.
    private readonly long _firstSeen;
    private readonly long _since;
    private readonly long _missingSince = long.MinValue;

    /// <summary>Its row; 0 for one that is not in the ledger yet.</summary>
    public long Id { get; init; }

    /// <summary>Its name in the folder, as the server has it (<c>FtpPath.ExactName</c>).</summary>
    public required string Name { get; init; }

    /// <summary>Bytes, as the last listing told; at least 0.</summary>
    public required long Size { get; init; }

    /// <summary>The time that the listing told, in its own words; null where it told none. Compared, never reckoned with.</summary>
    public string? Time { get; init; }

    /// <summary>
    /// The wall clock that LIST told of a delivered file when it was last found unchanged, kept in the place of <see cref="Time"/>; null
    /// for none.
    /// </summary>
    public string? Clock { get; init; }

    /// <summary>The time of the delivered content as MDTM told it; null for none.</summary>
    public string? Modified { get; init; }

    /// <summary>How far it has come.</summary>
    public FileState State { get; init; }

    /// <summary>From 1; grows when a file that was delivered changes at its source.</summary>
    public int Version { get; init; } = 1;

    /// <summary>Looks in a row that found it with this size and time.</summary>
    public int Polls { get; init; }

    /// <summary>Complete looks in a row that did not find it.</summary>
    public int Missing { get; init; }

    /// <summary>Grows with each claim and each take-over.</summary>
    public long Epoch { get; init; }

    /// <summary>When this version was first seen.</summary>
    public required DateTimeOffset FirstSeen
    {
        get => DateTimeOffset.FromUnixTimeMilliseconds(_firstSeen);
        init => _firstSeen = value.ToUnixTimeMilliseconds();
    }

    /// <summary>Since when it has this size and time.</summary>
    public required DateTimeOffset Since
    {
        get => DateTimeOffset.FromUnixTimeMilliseconds(_since);
        init => _since = value.ToUnixTimeMilliseconds();
    }

    /// <summary>The first complete look that did not find it; null while it is there.</summary>
    public DateTimeOffset? MissingSince
    {
        get => _missingSince == long.MinValue ? null : DateTimeOffset.FromUnixTimeMilliseconds(_missingSince);
        init => _missingSince = value?.ToUnixTimeMilliseconds() ?? long.MinValue;
    }
}
