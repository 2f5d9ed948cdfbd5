using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers;
using Accelerator.Engine.Transfers.Routes;
using Accelerator.Engine.Transfers.Sampling;
using Accelerator.Ftp;
using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Mirroring;

/// <summary>
/// Lists folders of one server: a single folder entry by entry, a tree folder by folder. Lost sessions are replaced, a full server is
/// waited for.
/// </summary>
public sealed class ListingRunner : IAsyncDisposable
{
    private readonly Route _route;
    private readonly RouteSet? _own;
    private readonly FolderReader _reader;
    private readonly RouteQuery _query;
    private int _isNotified;

    private ListingRunner(Route route, RouteSet? own)
    {
        (_route, _own) = (route, own);
        _reader = new FolderReader(route);
        _query = new RouteQuery(route);
    }

    /// <summary>Lists over shared sessions, which stay open.</summary>
    /// <param name="sessions">The server's sessions.</param>
    public ListingRunner(ServerSessions sessions)
        : this(sessions.Routes[0], null)
    {
    }

    /// <summary>Reads the site profile of the server. Does not connect yet.</summary>
    /// <param name="request">The connection options; its items are not read.</param>
    /// <param name="source">The server and the login; its path is not read.</param>
    /// <param name="time">Clock.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    public static async Task<ListingRunner> OpenAsync(
        TransferRequest request, TransferSource source, TimeProvider time, CancellationToken cancellationToken)
    {
        var routes = await RouteSet.OpenAsync(
            request with { LocalPaths = [request.LocalPaths[0]] }, [source], time, cancellationToken).ConfigureAwait(false);
        return new ListingRunner(routes.Routes[0], routes);
    }

    /// <summary>Sets the receiver of a sentence, once, when the runner waits for a server that is full.</summary>
    internal void NotifyOfWait(Action<string> waiting) => _route.Refused = refusal =>
    {
        // A refusal beside an open session is no reason to wait. Several folders may wait at once.
        if (_route.Gate.Standing > 0 || Interlocked.Exchange(ref _isNotified, 1) != 0) return;
        waiting($"{_route.SourceName} refuses all connections ({refusal.TrimEnd('.')}). ftpx tries again for about a minute.");
    };

    /// <summary>
    /// Lists one folder. Each entry is passed on once, as it arrives, and not stored. Several folders may be listed in parallel.
    /// </summary>
    /// <param name="folder">The folder; empty for the login folder.</param>
    /// <param name="take">Receives the entries in the server's order, one after another; meanwhile the server waits.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <exception cref="TransferException">It could not be listed, after all tries.</exception>
    public async Task<ListingOutcome> ListAsync(FtpPath folder, Func<ListingEntry, ValueTask> take, CancellationToken cancellationToken)
    {
        var steady = new SteadyListing($"{_route.Site.Scheme}://{_route.Site}/{folder}", take);
        var outcome = await _reader.ReadAsync(folder, steady.Begin, steady.TakeAsync, cancellationToken).ConfigureAwait(false);
        steady.End();
        return outcome;
    }

    /// <summary>
    /// Lists a tree, folders in parallel, each once and after its parent. A folder that cannot be listed is returned with its problem.
    /// </summary>
    /// <param name="want">The part to list.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    public IAsyncEnumerable<ListedFolder> WalkAsync(WalkRequest want, CancellationToken cancellationToken) =>
        new TreeWalk(_route, want).RunAsync(cancellationToken);

    /// <summary>Finds one name in its parent folder.</summary>
    /// <param name="path">The path of a file, or of any other entry but the root.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <returns>The entry, null where the listing has none of that name, and how the listing went.</returns>
    /// <exception cref="TransferException">The folder could not be listed.</exception>
    public async Task<(ListingEntry? Entry, ListingOutcome Outcome)> FindAsync(FtpPath path, CancellationToken cancellationToken)
    {
        var (folder, name) = path.Split();
        ListingEntry? found = null;
        var outcome = await ListAsync(
            folder,
            entry =>
            {
                if (entry.Name.Equals(name)) found = entry;
                return ValueTask.CompletedTask;
            },
            cancellationToken).ConfigureAwait(false);
        return (found, outcome);
    }

    /// <summary>Asks whether a link leads to a file: SIZE, one round trip, which servers refuse for folders and for nothing.</summary>
    /// <param name="link">Its path.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <returns>Why it does not, one sentence; null if it does, or the server does not tell.</returns>
    internal async Task<string?> WhyNoFileAsync(FtpPath link, CancellationToken cancellationToken)
    {
        try
        {
            await _query.RunAsync(
                (session, token) => session.SizeAsync(link, token).AsTask(),
                (kind, failure) => new TransferException(kind, $"The size of {link} could not be read. {failure.Message}", failure),
                cancellationToken).ConfigureAwait(false);
            return null;
        }
        catch (TransferException e) when (e.InnerException is FtpReplyException { Reply.Code: 550 or 553, SessionUsable: true } refusal)
        {
            return $"{SafeText.Escape(link.Text)} is a link that leads to no file, and is skipped ({refusal.Message.TrimEnd('.')}).";
        }
    }

    /// <summary>Queries the time of a file: MDTM, one round trip over one session.</summary>
    /// <param name="file">Its path.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <returns>The time as MDTM writes it; null where the server does not report it.</returns>
    /// <exception cref="TransferException">The server could not be queried, after all tries.</exception>
    public Task<string?> ModifiedAsync(FtpPath file, CancellationToken cancellationToken) => _query.ModifiedAsync(file, cancellationToken);

    /// <summary>Asks the server about one name; see <see cref="FactReader"/>.</summary>
    /// <inheritdoc cref="FactReader.ReadAsync"/>
    internal Task<EntryFacts> StatAsync(FtpPath path, bool withHash, CancellationToken cancellationToken) =>
        new FactReader(_route, this).ReadAsync(path, withHash, cancellationToken);

    /// <summary>Asks for size and time of a file, in one round trip where the server takes both commands at once.</summary>
    /// <inheritdoc cref="FactReader.SizeAndTimeAsync"/>
    internal Task<(long? Size, ListingTime? Time)> SizeAndTimeAsync(FtpPath path, CancellationToken cancellationToken) =>
        new FactReader(_route, this).SizeAndTimeAsync(path, cancellationToken);

    /// <summary>Decides about one file, which is only asked about where its size or its time decides.</summary>
    /// <param name="file">Its path.</param>
    /// <param name="filter">The filter; it is given the name.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <exception cref="TransferException">The server refused to tell, or was lost.</exception>
    internal async Task<FileChoice> JudgeAsync(FtpPath file, FileFilter filter, CancellationToken cancellationToken)
    {
        if (!filter.NeedsFacts || !filter.Wants(file.Name)) return filter.Judge(file.Name, null, null);
        var (size, time) = await SizeAndTimeAsync(file, cancellationToken).ConfigureAwait(false);
        return filter.Judge(file.Name, size, time);
    }

    /// <summary>Reads a short file into memory.</summary>
    /// <param name="file">Its path.</param>
    /// <param name="most">The maximum length in bytes.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <returns>The content; null if the file is longer.</returns>
    /// <exception cref="TransferException">It could not be read, after all tries, or its length is not the one that the server
    /// reports.</exception>
    internal async Task<byte[]?> ReadAsync(FtpPath file, int most, CancellationToken cancellationToken)
    {
        var url = $"{_route.Site.Scheme}://{_route.Site}/{file}";
        var (size, bytes) = await _query.RunAsync(
            async (session, token) =>
            {
                var length = await session.OptionalSizeAsync(file, token).ConfigureAwait(false);
                if (length > most) return (length, []);
                var (read, doubt) = await SeamProbe.ReadToEndAsync(session, file, most + 1, token).ConfigureAwait(false);
                // Some servers report SIZE 0 when the size is unknown. Without a size, only the server's own end shows that this is all.
                if (length is null or 0 && doubt is not null)
                    throw new FtpConnectionException(FtpStage.Data, $"The data ended after {read.Length:N0} bytes ({doubt}).");
                return (length, read);
            },
            (kind, failure) => new TransferException(kind, $"{url} could not be read. {failure.Message}", failure),
            cancellationToken).ConfigureAwait(false);
        if (size > most || bytes.Length > most) return null;
        return size is null or 0 || size == bytes.Length ? bytes : throw new TransferException(
            FailureKind.SourceChanged, $"{url} has {size:N0} bytes, but {bytes.Length:N0} arrived. Try again.");
    }

    /// <summary>Sends QUIT to the server and writes its site profile, unless the sessions are shared.</summary>
    public ValueTask DisposeAsync() => _own?.DisposeAsync() ?? ValueTask.CompletedTask;
}
