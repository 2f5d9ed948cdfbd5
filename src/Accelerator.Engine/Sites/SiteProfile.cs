using Accelerator.Ftp;
using Accelerator.Ftp.Control;

namespace Accelerator.Engine.Sites;

/// <summary>
/// One run's dealings with the memory of one login: read once at its start, noted in memory meanwhile, written once at its end. Noting is
/// cheap and safe from any thread. Without a memory it knows nothing and writes nothing.
/// </summary>
internal sealed class SiteProfile(SiteMemory? memory, SiteKey key, TimeProvider time)
{
    /// <summary>How long the first connect may wait for the disk: half a round trip to another continent, once.</summary>
    internal static readonly TimeSpan LoadLimit = TimeSpan.FromMilliseconds(100);

    /// <summary>How long the end of a run may wait for the disk and for other processes.</summary>
    internal static readonly TimeSpan SaveLimit = TimeSpan.FromSeconds(2);

    // FEAT lines that this program has a use for.
    private static readonly string[] Useful =
        ["AUTH", "EPSV", "HASH", "MDTM", "MLST", "RANG", "REST", "SIZE", "UTF8", "XCRC", "XMD5", "XSHA1", "XSHA256", "XSHA512"];

    private readonly object _lock = new();
    private SiteRead? _read;
    private SiteFacts _seen = SiteFacts.None;
    private int _mostStanding;

    /// <summary>Of whom.</summary>
    public SiteKey Key { get; } = key;

    /// <summary>What earlier runs have learned and is not old. Nothing before <see cref="LoadAsync"/>.</summary>
    public SiteFacts Known => SiteAgeing.Fresh(Read?.Record.Facts ?? SiteFacts.None, time.GetUtcNow());

    /// <summary>
    /// The ceiling to begin with, and after how long one attempt above it is due; null where none is remembered. See
    /// <see cref="SiteGate.Recall"/>.
    /// </summary>
    public (int Sessions, TimeSpan CoolDown)? StartCeiling => SiteAgeing.Ceiling(Read?.Record.Facts ?? SiteFacts.None, time.GetUtcNow());

    /// <summary>One sentence when there is a memory and it cannot be used; for the log.</summary>
    public string? Problem => Read?.Problem;

    private SiteRead? Read
    {
        get { lock (_lock) return _read; }
    }

    /// <summary>
    /// Reads the memory, for <see cref="LoadLimit"/> at most; what comes later is <see cref="Known"/> from then on. Throws nothing but
    /// cancellation.
    /// </summary>
    public async Task LoadAsync(CancellationToken cancellationToken)
    {
        if (memory is null) return;
        // On a thread of its own: opening a file on a dead network drive blocks whoever does it.
        var reading = Task.Run(async () =>
        {
            var read = await memory.ReadAsync(Key, CancellationToken.None).ConfigureAwait(false);
            lock (_lock) _read = read;
        }, CancellationToken.None);
        try
        {
            await reading.WaitAsync(LoadLimit, time, cancellationToken).ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            // The run begins as if nothing were known.
        }
    }

    /// <summary>The server refused a session while so many stood.</summary>
    public void SawCeiling(int sessions)
    {
        if (sessions >= 1) Note(facts => facts with { Ceiling = Now(sessions) });
    }

    /// <summary>So many sessions stand: the server allows them, and a remembered ceiling below that has risen.</summary>
    public void SawStanding(int sessions)
    {
        lock (_lock) _mostStanding = Math.Max(_mostStanding, sessions);
    }

    /// <summary>A round trip took so long; the shortest of the run is kept.</summary>
    public void SawRoundTrip(TimeSpan roundTrip)
    {
        if (roundTrip <= TimeSpan.Zero) return;
        Note(facts => facts.RoundTrip is { } known && known.Value <= roundTrip ? facts : facts with { RoundTrip = Now(roundTrip) });
    }

    /// <summary>More streams than these bring nothing.</summary>
    /// <param name="streams">1 or more.</param>
    /// <param name="bytesPerSecond">Their goodput together.</param>
    public void SettledOn(int streams, double bytesPerSecond)
    {
        if (streams >= 1 && double.IsFinite(bytesPerSecond) && bytesPerSecond >= 1)
            Note(facts => facts with { Plateau = Now(new StreamPlateau(streams, bytesPerSecond)) });
    }

    /// <summary>One stream keeps so many bytes under way: its plateau times the round trip.</summary>
    public void SawWindow(long bytes)
    {
        if (bytes >= 1) Note(facts => facts with { WindowBytes = Now(bytes) });
    }

    /// <summary>Equal seams have joined ranges.</summary>
    public void ProvedRest() => Note(facts => facts.RestHonoured is { Value: false } ? facts : facts with { RestHonoured = Now(true) });

    /// <summary>REST was found to be ignored or bent; nothing in this run takes that back.</summary>
    public void FoundRestIgnored() => Note(facts => facts with { RestHonoured = Now(false) });

    /// <summary>RANG gave what it was asked for, or did not; one failure in the run outweighs all else.</summary>
    public void ProvedRang(bool works) =>
        Note(facts => facts.RangWorks is { Value: false } ? facts : facts with { RangWorks = Now(works) });

    /// <summary>A session could be used again after an early close, or could not; one failure in the run outweighs all else.</summary>
    public void ProvedEarlyClose(bool clean) =>
        Note(facts => facts.EarlyCloseClean is { Value: false } ? facts : facts with { EarlyCloseClean = Now(clean) });

    /// <summary>
    /// A command that was sent during a transfer was answered after it, or was not; one failure in the run outweighs all else.
    /// </summary>
    public void ProvedBehind(bool works) =>
        Note(facts => facts.BehindWorks is { Value: false } ? facts : facts with { BehindWorks = Now(works) });

    /// <summary>A listing has shown whether its dates begin with the day.</summary>
    public void ProvedDatesDayFirst(bool isDayFirst) => Note(facts => facts with { DatesDayFirst = Now(isDayFirst) });

    /// <summary>
    /// Several sessions stored into one file at offsets, and it was right, or was not; one failure in the run outweighs all else.
    /// </summary>
    public void ProvedOffsetStores(bool works) =>
        Note(facts => facts.OffsetStores is { Value: false } ? facts : facts with { OffsetStores = Now(works) });

    /// <summary>
    /// Whether a greeting is that of the server of which <see cref="Known"/> was learned: another program behind the same name has other
    /// habits.
    /// </summary>
    public bool IsSameSoftware(string? banner) => !string.IsNullOrWhiteSpace(banner) && Known.ServerSoftware?.Value == Shown(banner);

    /// <summary>The server has let a session in.</summary>
    /// <param name="banner">Its greeting as it came, or null.</param>
    /// <param name="features">Its answer to FEAT, or null.</param>
    public void LoggedIn(string? banner, FtpFeatures? features) => Note(facts => facts with
    {
        LoginSeen = Now(true),
        ServerSoftware = string.IsNullOrWhiteSpace(banner) ? facts.ServerSoftware : Now(Shown(banner)),
        Features = features is null ? facts.Features : Now<IReadOnlyList<string>>([.. Useful.Where(features.Has)]),
    });

    /// <summary>Writes down what was seen, for <see cref="SaveLimit"/> at most. Throws nothing but cancellation.</summary>
    /// <returns>Null when it is written or there is nothing to write; otherwise why not, one sentence for the log.</returns>
    public async Task<string?> SaveAsync(CancellationToken cancellationToken)
    {
        SiteFacts seen;
        int standing;
        lock (_lock) (seen, standing) = (_seen, _mostStanding);
        if (memory is null || (ReferenceEquals(seen, SiteFacts.None) && standing == 0)) return null;

        using var limit = new CancellationTokenSource(SaveLimit, time);
        using var linked = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
        try
        {
            // The wait ends with the limit although the write may hang in the system.
            return await Task.Run(() => memory.LearnAsync(Key, facts => Merge(facts, seen, standing), linked.Token), linked.Token)
                .WaitAsync(linked.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return $"What was learned of {Key} was not written down: the disk did not answer within {SaveLimit.TotalSeconds:0} s.";
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
