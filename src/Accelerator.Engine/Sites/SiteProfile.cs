using Accelerator.Ftp;
using Accelerator.Ftp.Control;

namespace Accelerator.Engine.Sites;

/// <summary>
/// One run's access to the profile of one login: read once at its start, updated in memory meanwhile, written once at its end. Updates are
/// cheap and thread-safe. Without a site memory it has no facts and writes nothing.
/// </summary>
internal sealed class SiteProfile(SiteMemory? memory, SiteKey key, TimeProvider time)
{
    // FEAT lines that this program uses.
    private static readonly string[] Useful =
        ["AUTH", "EPSV", "HASH", "MDTM", "MLST", "RANG", "REST", "SIZE", "UTF8", "XCRC", "XMD5", "XSHA1", "XSHA256", "XSHA512"];

    private readonly object _lock = new();
    private SiteRead? _read;
    private SiteFacts _seen = SiteFacts.None;
    private int _mostStanding;

    /// <summary>The login and server of the profile.</summary>
    public SiteKey Key { get; } = key;

    /// <summary>The facts of earlier runs that are not old. Empty before <see cref="LoadAsync"/>.</summary>
    public SiteFacts Known => SiteAgeing.Fresh(Read?.Record.Facts ?? SiteFacts.None, time.GetUtcNow());

    /// <summary>
    /// The ceiling to begin with, and the time until one attempt above it is due; null where none is stored. See
    /// <see cref="SiteGate.Recall"/>.
    /// </summary>
    public (int Sessions, TimeSpan CoolDown)? StartCeiling => SiteAgeing.Ceiling(Read?.Record.Facts ?? SiteFacts.None, time.GetUtcNow());

    /// <summary>One sentence for the log when a profile exists and cannot be used.</summary>
    public string? Problem => Read?.Problem;

    private SiteRead? Read
    {
        get { lock (_lock) return _read; }
    }

    /// <summary>
    /// Reads the profile, for <see cref="SiteMemory.ReadLimit"/> at most; a later result becomes <see cref="Known"/> from then on. Throws
    /// nothing but cancellation.
    /// </summary>
    public async Task LoadAsync(CancellationToken cancellationToken)
    {
        if (memory is null) return;
        // On a separate thread: opening a file on a dead network drive blocks the calling thread.
        var reading = Task.Run(async () =>
        {
            var read = await memory.ReadAsync(Key, CancellationToken.None).ConfigureAwait(false);
            lock (_lock) _read = read;
        }, CancellationToken.None);
        try
        {
            await reading.WaitAsync(memory.ReadLimit, time, cancellationToken).ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            // The run begins without any facts.
        }
    }

    /// <summary>Records that the server refused a session while this many were open.</summary>
    public void SawCeiling(int sessions)
    {
        if (sessions >= 1) Note(facts => facts with { Ceiling = Now(sessions) });
    }

    /// <summary>Records that this many sessions are open: the server allows them, and a stored ceiling below that has risen.</summary>
    public void SawStanding(int sessions)
    {
        lock (_lock) _mostStanding = Math.Max(_mostStanding, sessions);
    }

    /// <summary>Records a round trip; the shortest of the run is kept.</summary>
    public void SawRoundTrip(TimeSpan roundTrip)
    {
        if (roundTrip <= TimeSpan.Zero) return;
        Note(facts => facts.RoundTrip is { } known && known.Value <= roundTrip ? facts : facts with { RoundTrip = Now(roundTrip) });
    }

    /// <summary>Records that more streams than these bring nothing.</summary>
    /// <param name="streams">1 or more.</param>
    /// <param name="bytesPerSecond">Their goodput together.</param>
    public void SettledOn(int streams, double bytesPerSecond)
    {
        if (streams >= 1 && double.IsFinite(bytesPerSecond) && bytesPerSecond >= 1)
            Note(facts => facts with { Plateau = Now(new StreamPlateau(streams, bytesPerSecond)) });
    }

    /// <summary>Records that one stream keeps this many bytes in flight: its plateau times the round trip.</summary>
    public void SawWindow(long bytes)
    {
        if (bytes >= 1) Note(facts => facts with { WindowBytes = Now(bytes) });
    }

    /// <summary>Records that equal seams have joined ranges.</summary>
    public void ProvedRest() => Note(facts => facts.RestHonoured is { Value: false } ? facts : facts with { RestHonoured = Now(true) });

    /// <summary>Records that REST was found to be ignored or wrong; nothing in this run reverts that.</summary>
    public void FoundRestIgnored() => Note(facts => facts with { RestHonoured = Now(false) });

    /// <summary>Records whether RANG sent exactly the requested bytes; one failure in the run outweighs all else.</summary>
    public void ProvedRang(bool works) =>
        Note(facts => facts.RangWorks is { Value: false } ? facts : facts with { RangWorks = Now(works) });

    /// <summary>Records whether a session could be used again after an early close; one failure in the run outweighs all else.</summary>
    public void ProvedEarlyClose(bool clean) =>
        Note(facts => facts.EarlyCloseClean is { Value: false } ? facts : facts with { EarlyCloseClean = Now(clean) });

    /// <summary>
    /// Records whether a command that was sent during a transfer was answered after it; one failure in the run outweighs all else.
    /// </summary>
    public void ProvedBehind(bool works) =>
        Note(facts => facts.BehindWorks is { Value: false } ? facts : facts with { BehindWorks = Now(works) });

    /// <summary>Records whether a login sent at once was answered in order; one failure in the run outweighs all else.</summary>
    public void ProvedLogin(bool works) =>
        Note(facts => facts.LoginTogether is { Value: false } ? facts : facts with { LoginTogether = Now(works) });

    /// <summary>Records whether REST and RETR sent at once were answered in order; one failure in the run outweighs all else.</summary>
    public void ProvedRestTogether(bool works) =>
        Note(facts => facts.RestTogether is { Value: false } ? facts : facts with { RestTogether = Now(works) });

    /// <summary>Records the commands that the server does not answer.</summary>
    public void FoundUnanswered(IReadOnlyList<string> verbs) => Note(facts => facts with { Unanswered = Now(verbs) });

    /// <summary>Records whether the dates in a listing begin with the day.</summary>
    public void ProvedDatesDayFirst(bool isDayFirst) => Note(facts => facts with { DatesDayFirst = Now(isDayFirst) });

    /// <summary>Records whether MLSD with a path lists that folder.</summary>
    public void ProvedMlsdPath(bool works) => Note(facts => facts with { MlsdPathWorks = Now(works) });

    /// <summary>
    /// Records whether a file into which several sessions stored at offsets was correct; one failure in the run outweighs all else.
    /// </summary>
    public void ProvedOffsetStores(bool works) =>
        Note(facts => facts.OffsetStores is { Value: false } ? facts : facts with { OffsetStores = Now(works) });

    /// <summary>
    /// Returns whether a greeting is that of the server for which <see cref="Known"/> was learned: another program behind the same name
    /// behaves differently.
    /// </summary>
    public bool IsSameSoftware(string? banner) => !string.IsNullOrWhiteSpace(banner) && Known.ServerSoftware?.Value == Shown(banner);

    /// <summary>Records that the server has accepted a session.</summary>
    /// <param name="banner">Its greeting as received, or null.</param>
    /// <param name="features">Its reply to FEAT, or null.</param>
    public void LoggedIn(string? banner, FtpFeatures? features) => Note(facts => facts with
    {
        LoginSeen = Now(true),
        ServerSoftware = string.IsNullOrWhiteSpace(banner) ? facts.ServerSoftware : Now(Shown(banner)),
        Features = features is null ? facts.Features : Now<IReadOnlyList<string>>([.. Useful.Where(features.Has)]),
    });

    /// <summary>Writes the facts of the run, for <see cref="SiteMemory.WriteLimit"/> at most. Throws nothing but cancellation.</summary>
    /// <returns>Null when they are written or there is nothing to write; otherwise the reason, one sentence for the log.</returns>
    public async Task<string?> SaveAsync(CancellationToken cancellationToken)
    {
        SiteFacts seen;
        int standing;
        lock (_lock) (seen, standing) = (_seen, _mostStanding);
        if (memory is null || (ReferenceEquals(seen, SiteFacts.None) && standing == 0)) return null;

        using var limit = new CancellationTokenSource(memory.WriteLimit, time);
        using var linked = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
        try
        {
            // The wait ends with the limit even if the write hangs in the system.
            return await Task.Run(() => memory.LearnAsync(Key, facts => Merge(facts, seen, standing), linked.Token), linked.Token)
                .WaitAsync(linked.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return $"The stored data of {Key} was not updated: the disk did not answer within {memory.WriteLimit.TotalSeconds:0} s.";
        }
    }

    private SiteFacts Merge(SiteFacts known, SiteFacts seen, int standing)
    {
        var merged = known.With(seen);
        if (standing > 0 && standing >= (merged.Sessions?.Value ?? 0)) merged = merged with { Sessions = Now(standing) };
        return merged.Ceiling is { } ceiling && ceiling.Value < standing ? merged with { Ceiling = null } : merged;
    }

    private static string Shown(string banner)
    {
        var text = SafeText.Escape(banner.Length <= SiteFacts.MostSoftware ? banner : banner[..SiteFacts.MostSoftware]).Trim();
        return text.Length <= SiteFacts.MostSoftware ? text : text[..SiteFacts.MostSoftware];
    }

    private Learned<T> Now<T>(T value) => new(value, time.GetUtcNow());

    private void Note(Func<SiteFacts, SiteFacts> change)
    {
        lock (_lock) _seen = change(_seen);
    }
}
