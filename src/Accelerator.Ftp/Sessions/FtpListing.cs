using System.Runtime.CompilerServices;
using Accelerator.Ftp.Data;
using Accelerator.Ftp.Listings;

namespace Accelerator.Ftp.Sessions;

/// <summary>
/// A folder listing in progress. Entries are returned as the data arrives and are not stored; a slow reader slows the server down. When all
/// have been read, <see cref="Outcome"/> tells whether the listing was complete. The session cannot be used until this is disposed.
/// </summary>
internal sealed class FtpListing : IAsyncDisposable
{
    // A server that sends 226 in place of 150 has sent its data, mostly none, and some then forget to close the data connection.
    private static readonly TimeSpan DataAfterFinalReply = TimeSpan.FromSeconds(5);

    private readonly FolderLister _lister;
    private readonly long _maxLines;
    private ListingAttempt _attempt;
    private bool _isBegun;
    private bool _isBroken;
    private bool _dataEnded = true;
    private bool _isTrying;
    private ListingPrint _print;
    private FtpPath? _sample;

    internal FtpListing(FolderLister lister, FtpPath folder, ListingAttempt attempt, long maxLines)
    {
        _lister = lister;
        _attempt = attempt;
        _maxLines = maxLines;
        _isTrying = attempt.IsTrial;
        Folder = folder;
    }

    /// <summary>The folder.</summary>
    public FtpPath Folder { get; }

    /// <summary>The result; null until every entry has been read.</summary>
    public ListingOutcome? Outcome { get; private set; }

    /// <summary>Returns the entries, once. A caller that stops early has no outcome, and the rest is not fetched.</summary>
    /// <exception cref="FtpException">The data connection was lost, or the server was silent for too long: the entries may be only a part
    /// of the listing.</exception>
    /// <exception cref="InvalidOperationException">The entries have already been requested.</exception>
    public async IAsyncEnumerable<ListingEntry> EntriesAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        if (_isBegun) throw new InvalidOperationException($"The entries of {_attempt.What} can be read only once.");
        _isBegun = true;
        ListingPrint? byPath = null;
        if (_attempt.IsTrial && await HasLinesAsync(cancellationToken).ConfigureAwait(false))
        {
            byPath = _print;
            await AskAgainAsync(isMlsd: true, cancellationToken).ConfigureAwait(false);
        }
        if (Outcome is null) await foreach (var entry in ReadAsync(cancellationToken).ConfigureAwait(false)) yield return entry;
        EndTrial(byPath is { Count: > 0 } print && _lister.Distinguishes(Folder) && Outcome!.FinalReply is { IsSuccess: true }
            ? print == _print : null);
        if (NeedsWitness()) await foreach (var entry in ReadAgainAsync(cancellationToken).ConfigureAwait(false)) yield return entry;
        if (Outcome!.Doubts is []) _lister.Traits.NoteListed(Outcome.Listed);
        else if (!_attempt.IsOfFile) await LearnEndAsync(cancellationToken).ConfigureAwait(false);
        if (_attempt.IsAscii) await LeaveAsciiAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Ends the transfer, early if necessary.</summary>
    public async ValueTask DisposeAsync()
    {
        EndTrial(null);
        if (_attempt.Transfer is not { } transfer) return;
        if (!_isBroken && Outcome is null) await transfer.AbandonAsync(CancellationToken.None).ConfigureAwait(false);
        await transfer.DisposeAsync().ConfigureAwait(false);
        if (!_attempt.IsAscii || _isBroken) return;
        try
        {
            await LeaveAsciiAsync(CancellationToken.None).ConfigureAwait(false);
        }
        catch (FtpException)
        {
            // The session is lost: its next user finds that out.
        }
    }

    private void EndTrial(bool? works)
    {
        if (_isTrying) _lister.Traits.NoteMlsdPath(works);
        _isTrying = false;
    }

    private async Task<bool> HasLinesAsync(CancellationToken cancellationToken)
    {
        await foreach (var _ in ReadAsync(cancellationToken).ConfigureAwait(false)) { }
        return Outcome!.HasLines;
    }

    // An empty answer: of an empty folder, of one that does not exist any more, or to MLSD by a server that always sends one.
    private bool NeedsWitness()
    {
        if (Outcome is not { } outcome || _attempt.IsOfFile) return false;
        var isMlsd = outcome.Command == ListingCommand.Mlsd;
        if (outcome.HasLines && isMlsd) _lister.Traits.ProveMlsd();
        if (outcome.HasLines || !(outcome.FinalReply is { IsSuccess: true } || _attempt.Refusal is not null)) return false;
        if (!isMlsd) return !_attempt.IsEntered;
        if (!_attempt.IsEntered || (_lister.Traits.MlsdWorks != true && _attempt.Refusal is null)) return true;
        Outcome = outcome with { NothingMeansEmpty = true };
        return false;
    }

    // From within the folder, by the command that is known to work.
    private async IAsyncEnumerable<ListingEntry> ReadAgainAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var first = Outcome!;
        var isMlsd = first.Command == ListingCommand.Mlsd && _lister.Traits.MlsdWorks == true;
        try
        {
            await AskAgainAsync(isMlsd, cancellationToken).ConfigureAwait(false);
        }
        catch (FtpReplyException e) when (e is { SessionUsable: true, Verb: not "CWD" })
        {
            yield break;
        }
        await foreach (var entry in ReadAsync(cancellationToken).ConfigureAwait(false)) yield return entry;
        var second = Outcome!;
        if (first.Command != ListingCommand.Mlsd) yield break;
        if (second.Command == ListingCommand.Mlsd)
        {
            if (!second.HasLines && second.FinalReply is { IsSuccess: true }) Outcome = second with { NothingMeansEmpty = true };
        }
        else if (second.Entries == 0)
        {
            Outcome = first with
            {
                NothingMeansEmpty = second.NothingMeansEmpty || second.Doubts.All(doubt => doubt.Kind == ListingDoubtKind.Nothing),
            };
        }
        else if (!first.LacksCloseNotify)
        {
            // An MLSD that may have been cut off shows nothing about the server.
            _lister.Traits.RefuseMlsd();
        }
    }

    // A text that is not known as the end of a complete listing.
    private async Task LearnEndAsync(CancellationToken cancellationToken)
    {
        if (_sample is null || Outcome is not { FinalReply: { IsSuccess: true } reply } outcome
            || outcome.Doubts[0].Kind != ListingDoubtKind.SaidSo || !FinalText.MayBeUsual(reply, outcome.Listed))
            return;
        var form = FinalText.FormOf(reply);
        if (!_lister.Traits.ListingEndings.Try(form)) return;
        if (_attempt.Transfer is { } done) await done.DisposeAsync().ConfigureAwait(false);
        if (!await _lister.EndsAlikeAsync(Folder, _sample, form, cancellationToken).ConfigureAwait(false)) return;
        _lister.Traits.ListingEndings.Add(form);
        Outcome = outcome with { IsUsualEnd = true };
    }

    private async Task LeaveAsciiAsync(CancellationToken cancellationToken)
    {
        if (_attempt.Transfer is { } done) await done.DisposeAsync().ConfigureAwait(false);
        _attempt = _attempt with { IsAscii = false };
        await _lister.LeaveAsciiAsync(cancellationToken).ConfigureAwait(false);
    }

    private async IAsyncEnumerable<ListingEntry> ReadAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        using var reader = _lister.Read(_attempt.Command, Folder, _maxLines);
        var reply = _attempt.Refusal;
        _print = default;
        _sample = null;
        if (_attempt.Transfer is { } transfer)
        {
            await using var stop = cancellationToken.Register(
                () => transfer.Abort(new OperationCanceledException(cancellationToken))).ConfigureAwait(false);
            do
            {
                while (reader.TryRead(out var entry)) yield return Seen(entry);
            }
            while (!reader.IsCut && await FillAsync(transfer, reader).ConfigureAwait(false));
            reply = await EndAsync(transfer, reader, cancellationToken).ConfigureAwait(false);
            while (reader.TryRead(out var entry)) yield return Seen(entry);
        }
        Outcome = reader.Sum(_attempt.What, reply) with
        {
            DataEnded = _dataEnded,
            NothingMeansEmpty = _attempt is { Refusal: not null, IsEntered: true },
            LongestListing = _lister.Traits.LongestListing,
            IsUsualEnd = reply is { IsSuccess: true } && _lister.Traits.ListingEndings.Has(FinalText.FormOf(reply)),
            LacksCloseNotify = _attempt.Transfer is { LacksCloseNotify: true },
        };
        if (Outcome.DatesDayFirst is { } isDayFirst) _lister.Traits.ProveDatesDayFirst(isDayFirst);
    }

    private async ValueTask<bool> FillAsync(DataTransfer transfer, ListingReader reader)
    {
        try
        {
            var reading = transfer.ReadAsync(reader.Free);
            var read = transfer is { BytesRead: 0, LastReply: not null }
                ? await WithinAsync(transfer, reading.AsTask()).ConfigureAwait(false) : await reading.ConfigureAwait(false);
            reader.Arrived(read);
            return read > 0;
        }
        catch
        {
            _isBroken = true;
            throw;
        }
    }

    private async Task<int> WithinAsync(DataTransfer transfer, Task<int> reading)
    {
        try
        {
            return await reading.WaitAsync(DataAfterFinalReply, _lister.Time).ConfigureAwait(false);
        }
        catch (TimeoutException e)
        {
            _dataEnded = false;
            transfer.Abort(e);
            await reading.ContinueWith(static task => task.Exception, TaskScheduler.Default).ConfigureAwait(false);
            return 0;
        }
    }

    private static async Task<FtpReply?> EndAsync(DataTransfer transfer, ListingReader reader, CancellationToken cancellationToken)
    {
        reader.End();
        if (reader.IsCut)
        {
            await transfer.AbandonAsync(cancellationToken).ConfigureAwait(false);
            return transfer.LastReply;
        }
        var reply = await transfer.CompleteAsync(cancellationToken).ConfigureAwait(false);
        // The server closed the data connection unused: that does not mean an empty folder.
        return transfer.TlsRefusal is { } refusal ? throw refusal : reply;
    }

    private ListingEntry Seen(ListingEntry entry)
    {
        _print = _print.With(entry);
        if (_sample is null && entry.Kind == EntryKind.File && _lister.MayListFile(Folder.Child(entry.Name))) _sample = entry.Name;
        return entry;
    }

    private async Task AskAgainAsync(bool isMlsd, CancellationToken cancellationToken)
    {
        if (_attempt.Transfer is { } done) await done.DisposeAsync().ConfigureAwait(false);
        var within = isMlsd ? await _lister.AskWithinAsync(Folder, isAnew: true, cancellationToken).ConfigureAwait(false) : null;
        _attempt = within ?? await _lister.AskListAsync(Folder, isAnew: !isMlsd, cancellationToken).ConfigureAwait(false);
        Outcome = null;
        _dataEnded = true;
    }
}
