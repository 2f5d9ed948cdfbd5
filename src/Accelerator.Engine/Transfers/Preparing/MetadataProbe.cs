using Accelerator.Engine.Sessions;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers.Sampling;
using Accelerator.Ftp;
using Accelerator.Ftp.Control;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Transfers.Preparing;

/// <summary>
/// The queries about one file, sent in parallel over as many idle sessions as there are: in sequence they cost a round trip each, before
/// the first byte and again after the last.
/// </summary>
internal sealed class MetadataProbe
{
    private readonly object _lock = new();
    private readonly TransferSource _source;
    private readonly bool _isRepeat;
    private readonly bool _withHashes;
    private readonly SortedSet<FileQuestion> _open;
    private readonly HashSet<FileQuestion> _asked = [];
    private readonly Dictionary<FileQuestion, string?> _companions = [];
    private long? _size;
    private long? _listed;
    private bool _asksList;
    private bool _isListedAlone;
    private bool _isHashRequired;
    private string? _modified;

    private MetadataProbe(TransferSource source, bool isRepeat, bool withHashes, IEnumerable<FileQuestion> questions,
        Dictionary<FileQuestion, string?> companions)
    {
        _source = source;
        _isRepeat = isRepeat;
        _withHashes = withHashes;
        _open = [.. questions];
        _companions = companions;
    }

    /// <summary>The features claimed by the server; null until FEAT was sent.</summary>
    public FtpFeatures? Features { get; private set; }

    /// <summary>Bytes to read once more; null for none.</summary>
    public SampleQueue? Samples { get; private init; }

    /// <summary>Whether the server has claimed a hash command; null until FEAT was sent.</summary>
    public bool? OffersHash => Features is { } features ? HashCommand.Listed(features).Any() : null;

    /// <summary>Whether everything is known that the plan waits for: size and time, and where a hash is required, whether there is
    /// one.</summary>
    public bool IsIdentified
    {
        get
        {
            lock (_lock)
            {
                var last = LastUrgent;
                return (_open.Count == 0 || _open.Min > last) && !_asked.Any(question => question <= last);
            }
        }
    }

    /// <summary>Whether every query was answered.</summary>
    public bool IsComplete
    {
        get { lock (_lock) return _open.Count + _asked.Count == 0 && Samples is null or { IsComplete: true }; }
    }

    /// <summary>The present size and time.</summary>
    public RemoteIdentity Identity =>
        // Some servers report SIZE 0 when the size is unknown: such a file is read to its end like one of unknown size.
        new(_source.Endpoint.ToString(), _source.Path.Text, _size is null or 0 ? _listed : _size, _modified);

    /// <summary>Whether the size is a hint from a listing, because the server reports none.</summary>
    public bool IsSizeListed => _size is null or 0 && _listed is not null;

    /// <summary>Creates a probe with all queries about a file that has not been queried yet.</summary>
    /// <param name="source">The source of the file.</param>
    /// <param name="withHashes">Whether hashes and companion files are needed.</param>
    /// <param name="listed">The listed size in bytes, for a server that reports none when queried; null for none.</param>
    /// <param name="asksList">Whether LIST is sent when neither the server nor a listing reports a size.</param>
    /// <param name="identified">Size and time, if they were asked just now; null to ask.</param>
    /// <param name="isHashRequired">Whether the plan waits for the answer whether there is a hash.</param>
    public static MetadataProbe First(
        TransferSource source, bool withHashes, long? listed = null, bool asksList = false, (long Size, string Modified)? identified = null,
        bool isHashRequired = false)
    {
        FileQuestion[] urgent = identified is null ? [FileQuestion.Size, FileQuestion.Time] : [];
        FileQuestion[] hashes = withHashes ? [FileQuestion.Sha256Companion, FileQuestion.Md5Companion] : [];
        return new(source, isRepeat: false, withHashes, [.. urgent, FileQuestion.Features, .. hashes], [])
        {
            _listed = listed is > 0 ? listed : null,
            _asksList = asksList,
            _isHashRequired = isHashRequired,
            _size = identified?.Size,
            _modified = identified?.Modified,
        };
    }

    /// <summary>Creates a probe without queries: a listing has reported all that a short file needs.</summary>
    public static MetadataProbe Listed(TransferSource source, ListedFacts listed) =>
        new(source, isRepeat: false, withHashes: false, [], [])
        {
            _size = listed.Size, _modified = listed.Modified, _isListedAlone = true,
        };

    /// <summary>Creates a probe that repeats size and time after the last byte, and includes what has not been answered yet.</summary>
    /// <param name="samples">Bytes to read once more; null for none.</param>
    public MetadataProbe Again(SampleQueue? samples = null)
    {
        lock (_lock)
        {
            IEnumerable<FileQuestion> unanswered = _withHashes ? _open.Concat(_asked) : [];
            return new(_source, isRepeat: true, _withHashes, [FileQuestion.Size, FileQuestion.Time, .. unanswered],
                new(_companions))
            {
                Features = Features, Samples = samples, _listed = _listed, _asksList = _isListedAlone, _isListedAlone = _isListedAlone,
            };
        }
    }

    /// <summary>Returns the text of a companion file; null when there is none.</summary>
    public string? Companion(FileQuestion question)
    {
        lock (_lock) return _companions.GetValueOrDefault(question);
    }

    /// <summary>Returns whether a companion file was requested and the server has answered.</summary>
    public bool HasCompanion(FileQuestion question)
    {
        lock (_lock) return _companions.ContainsKey(question);
    }

    /// <summary>Assigns a query to a session, which must then call <see cref="QueryAsync"/>.</summary>
    /// <param name="urgentOnly">Only the queries that the plan waits for.</param>
    /// <param name="isReady">Whether the session's data connection is open or being opened. With an open one it reads a sample at once,
    /// where another session needs two more round trips.</param>
    /// <param name="leavesSamples">Whether the session leaves the samples to others: its data connection is still being opened, and theirs
    /// are open.</param>
    /// <returns>Null when every query is assigned already.</returns>
    public FileQuestion? TryTake(bool urgentOnly, bool isReady = false, bool leavesSamples = false)
    {
        lock (_lock)
        {
            if (!urgentOnly && !leavesSamples && (isReady || _open.Count == 0) && Samples?.TryTake() == true) return FileQuestion.Sample;
            if (_open.Count == 0 || (urgentOnly && _open.Min > LastUrgent)) return null;
            var question = _open.Min;
            _open.Remove(question);
            _asked.Add(question);
            return question;
        }
    }

    /// <summary>Whether samples are left to read, and no query is.</summary>
    public bool HasOnlySamples
    {
        get { lock (_lock) return _open.Count == 0 && Samples is { HasOpen: true }; }
    }

    /// <summary>Assigns one query to a session, unless it is assigned already.</summary>
    public bool TryTake(FileQuestion question)
    {
        lock (_lock) return _open.Remove(question) && _asked.Add(question);
    }

    /// <summary>
    /// Sends the assigned query. If the session fails, the query is open again for another one. It is not after a failure that ends the
    /// file: until the file has ended, another session would send the query for nothing.
    /// </summary>
    /// <exception cref="TransferException">There is no such file, or it is a directory.</exception>
    /// <exception cref="FtpException">The session failed.</exception>
    public async Task QueryAsync(FileQuestion question, FtpSession session, CancellationToken cancellationToken)
    {
        if (question == FileQuestion.Sample)
        {
            await Samples!.ReadAsync(session, cancellationToken).ConfigureAwait(false);
            return;
        }
        Action? answer = null;
        var isFinal = false;
        try
        {
            answer = await AnswerAsync(question, session, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception e) when (e is FtpException or TransferException)
        {
            isFinal = FailurePolicy.Judge(e, 0, hasStood: true).Action == FailureAction.GiveUp;
            throw;
        }
        finally
        {
            lock (_lock)
            {
                if (!isFinal) _asked.Remove(question);
                if (answer is not null) answer();
                else if (!isFinal) _open.Add(question);
            }
        }
    }

    private async Task<Action> AnswerAsync(FileQuestion question, FtpSession session, CancellationToken cancellationToken)
    {
        switch (question)
        {
            case FileQuestion.Size:
                var size = await SourceInspector.SizeAsync(session, _source, _isRepeat, cancellationToken).ConfigureAwait(false);
                var listed = size is null && _asksList && _listed is null
                    ? await session.SizeInListAsync(_source.Path, cancellationToken).ConfigureAwait(false) : null;
                return () => (_size, _listed) = (size, listed is > 0 ? listed : _listed);
            case FileQuestion.Time:
                var modified = await session.ModifiedAsync(_source.Path, cancellationToken).ConfigureAwait(false);
                return () => _modified = modified;
            case FileQuestion.Features:
                var features = await session.FeaturesAsync(cancellationToken).ConfigureAwait(false);
                return () => Features = features;
            default:
                var text = await CompanionFile.ReadAsync(session, _source.Path, question, cancellationToken).ConfigureAwait(false);
                return () => _companions[question] = text;
        }
    }

    // Companion files are asked for before the first byte only where FEAT lists no hash.
    private FileQuestion LastUrgent =>
        !_isHashRequired ? FileQuestion.Time : OffersHash == false ? FileQuestion.Md5Companion : FileQuestion.Features;
}

/// <summary>The queries about a file that need only a control connection, in order of urgency.</summary>
internal enum FileQuestion
{
    /// <summary>SIZE, or the size fact of MLST: without it there is no plan.</summary>
    Size,

    /// <summary>MDTM: without it an earlier run's bytes cannot be trusted.</summary>
    Time,

    /// <summary>FEAT: the available hash commands.</summary>
    Features,

    /// <summary>The text of the companion file <c>.sha256</c>.</summary>
    Sha256Companion,

    /// <summary>The text of the companion file <c>.md5</c>.</summary>
    Md5Companion,

    /// <summary>Some bytes of the file read once more, after the last one: see <see cref="SampleQueue"/>.</summary>
    Sample,
}
