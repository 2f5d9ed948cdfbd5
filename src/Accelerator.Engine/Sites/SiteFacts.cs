namespace Accelerator.Engine.Sites;

/// <summary>
/// What runs have learned of a server. Each is a hint where to start, and none is evidence: whatever makes a file correct is proven again
/// in every run, so that a wrong fact costs time and nothing else. Null is not known.
/// </summary>
public sealed record SiteFacts
{
    /// <summary>Nothing is known.</summary>
    public static SiteFacts None { get; } = new();

    /// <summary>What the server listed in FEAT, as far as this program has a use for it; upper case.</summary>
    public Learned<IReadOnlyList<string>>? Features { get; init; }

    /// <summary>True when ranges were joined by equal seams, false when REST was found to be ignored.</summary>
    public Learned<bool>? RestHonoured { get; init; }

    /// <summary>True when RANG gave exactly the bytes it was asked for, false when it was refused or gave others.</summary>
    public Learned<bool>? RangWorks { get; init; }

    /// <summary>Whether a session can be used again after a data connection that was closed before the end of the file.</summary>
    public Learned<bool>? EarlyCloseClean { get; init; }

    /// <summary>
    /// Whether a command that is sent during a transfer is answered after it: then the next file's port is asked for ahead.
    /// </summary>
    public Learned<bool>? BehindWorks { get; init; }

    /// <summary>True when dates in listings of numbers begin with the day, false when they begin with the month.</summary>
    public Learned<bool>? DatesDayFirst { get; init; }

    /// <summary>
    /// True when several sessions stored into one file at offsets and every byte was in its place, false when the server refused that or
    /// spoiled it.
    /// </summary>
    public Learned<bool>? OffsetStores { get; init; }

    /// <summary>Sessions that stood when the server refused another.</summary>
    public Learned<int>? Ceiling { get; init; }

    /// <summary>Most sessions that stood at once: up to there connections are opened without caution.</summary>
    public Learned<int>? Sessions { get; init; }

    /// <summary>Where more streams stopped to pay.</summary>
    public Learned<StreamPlateau>? Plateau { get; init; }

    /// <summary>Bytes that one stream keeps under way: its plateau times the round trip.</summary>
    public Learned<long>? WindowBytes { get; init; }

    /// <summary>Shortest round trip of the last run.</summary>
    public Learned<TimeSpan>? RoundTrip { get; init; }

    /// <summary>The greeting, escaped and cut to <see cref="MostSoftware"/> characters.</summary>
    public Learned<string>? ServerSoftware { get; init; }

    /// <summary>
    /// True when the server has let this login in. A hint for messages only: the password may be another today, so it must never turn a
    /// 530 into a full server that is tried again (accounts are locked for that).
    /// </summary>
    public Learned<bool>? LoginSeen { get; init; }

    /// <summary>Longest <see cref="ServerSoftware"/>.</summary>
    internal const int MostSoftware = 120;

    /// <summary>These facts, and over them what another run has learned.</summary>
    internal SiteFacts With(SiteFacts newer)
    {
        var merged = this;
        foreach (var fact in SiteFactTable.All)
        {
            if (fact.LearnedAt(newer) is not null) merged = fact.Copy(newer, merged);
        }
        return merged;
    }
}
