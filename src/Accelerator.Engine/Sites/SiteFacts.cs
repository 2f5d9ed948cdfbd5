namespace Accelerator.Engine.Sites;

/// <summary>
/// The facts that runs have learned about a server. Each is a hint for the start, and none is evidence: everything that makes a file
/// correct is verified again in every run, so that a wrong fact costs only time. Null means not known.
/// </summary>
public sealed record SiteFacts
{
    /// <summary>The empty set of facts.</summary>
    public static SiteFacts None { get; } = new();

    /// <summary>The features listed in FEAT that this program uses; upper case.</summary>
    public Learned<IReadOnlyList<string>>? Features { get; init; }

    /// <summary>True when ranges were joined by equal seams, false when REST was found to be ignored.</summary>
    public Learned<bool>? RestHonoured { get; init; }

    /// <summary>True when RANG sent exactly the requested bytes, false when it was refused or sent others.</summary>
    public Learned<bool>? RangWorks { get; init; }

    /// <summary>Whether a session can be used again after a data connection that was closed before the end of the file.</summary>
    public Learned<bool>? EarlyCloseClean { get; init; }

    /// <summary>
    /// Whether a command that is sent during a transfer is answered after it: then the next file's port is requested in advance.
    /// </summary>
    public Learned<bool>? BehindWorks { get; init; }

    /// <summary>Whether USER, PASS, TYPE and EPSV are answered in order when they are sent at once.</summary>
    public Learned<bool>? LoginTogether { get; init; }

    /// <summary>Whether REST and RETR are answered in order when they are sent at once.</summary>
    public Learned<bool>? RestTogether { get; init; }

    /// <summary>The commands that the server has left without an answer, and that are not sent.</summary>
    public Learned<IReadOnlyList<string>>? Unanswered { get; init; }

    /// <summary>True when dates in listings of numbers begin with the day, false when they begin with the month.</summary>
    public Learned<bool>? DatesDayFirst { get; init; }

    /// <summary>True when MLSD with a folder's path gave the same listing as from within that folder.</summary>
    public Learned<bool>? MlsdPathWorks { get; init; }

    /// <summary>
    /// True when several sessions stored into one file at offsets and every byte was in its place, false when the server refused that or
    /// corrupted the file.
    /// </summary>
    public Learned<bool>? OffsetStores { get; init; }

    /// <summary>Sessions that were open when the server refused another.</summary>
    public Learned<int>? Ceiling { get; init; }

    /// <summary>Most sessions that were open at once: up to that number connections are opened without caution.</summary>
    public Learned<int>? Sessions { get; init; }

    /// <summary>The number of streams beyond which more stopped paying.</summary>
    public Learned<StreamPlateau>? Plateau { get; init; }

    /// <summary>Bytes that one stream keeps in flight: its plateau times the round trip.</summary>
    public Learned<long>? WindowBytes { get; init; }

    /// <summary>Shortest round trip of the last run.</summary>
    public Learned<TimeSpan>? RoundTrip { get; init; }

    /// <summary>The greeting, escaped and truncated to <see cref="MostSoftware"/> characters.</summary>
    public Learned<string>? ServerSoftware { get; init; }

    /// <summary>
    /// True when the server has accepted this login. A hint for messages only: the password may have changed, so it must never turn a 530
    /// into a full server that is retried (accounts are locked for that).
    /// </summary>
    public Learned<bool>? LoginSeen { get; init; }

    /// <summary>Longest <see cref="ServerSoftware"/>.</summary>
    internal const int MostSoftware = 120;

    /// <summary>Returns these facts, overridden by those that another run has learned.</summary>
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
