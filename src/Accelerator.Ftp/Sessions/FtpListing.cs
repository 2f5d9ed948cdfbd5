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

    internal FtpListing(FolderLister lister, FtpPath folder, ListingAttempt attempt, long maxLines)
    {
        _lister = lister;
        _attempt = attempt;
        _maxLines = maxLines;
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
        await foreach (var entry in ReadAsync(cancellationToken).ConfigureAwait(false)) yield return entry;

        if (Outcome is not { Command: ListingCommand.Mlsd, FinalReply.IsSuccess: true } first) yield break;
        if (first.HasLines) _lister.Traits.ProveMlsd();
        else if (_lister.Traits.MlsdWorks == true) Outcome = first with { NothingMeansEmpty = true };
        // Some servers always return an empty MLSD. Until one listing was not empty, LIST is requested too.
        else if (await AskAgainAsync(cancellationToken).ConfigureAwait(false))
        {
            await foreach (var entry in ReadAsync(cancellationToken).ConfigureAwait(false)) yield return entry;
            // An MLSD that may have been cut off shows nothing about the server.
            if (Outcome!.Entries > 0 && first.LacksCloseNotify) yield break;
            if (Outcome.Entries > 0) _lister.Traits.RefuseMlsd();
            else Outcome = first with { NothingMeansEmpty = Outcome.Doubts.All(doubt => doubt.Kind == ListingDoubtKind.Nothing) };
        }
    }

    /// <summary>Ends the transfer, early if necessary.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_attempt.Transfer is not { } transfer) return;
        if (!_isBroken && Outcome is null) await transfer.AbandonAsync(CancellationToken.None).ConfigureAwait(false);
        await transfer.DisposeAsync().ConfigureAwait(false);
    }

    private async IAsyncEnumerable<ListingEntry> ReadAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        using var reader = _lister.Read(_attempt.Command, Folder, _maxLines);
        var reply = _attempt.Refusal;
        if (_attempt.Transfer is { } transfer)
        {
            await using var stop = cancellationToken.Register(
                () => transfer.Abort(new OperationCanceledException(cancellationToken))).ConfigureAwait(false);
            do
            {
                while (reader.TryRead(out var entry)) yield return entry;
            }
            while (!reader.IsCut && await FillAsync(transfer, reader).ConfigureAwait(false));
            reply = await EndAsync(transfer, reader, cancellationToken).ConfigureAwait(false);
            while (reader.TryRead(out var entry)) yield return entry;
        }
        Outcome = reader.Sum(_attempt.What, reply) with
        {
            DataEnded = _dataEnded,
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

    private async Task<bool> AskAgainAsync(CancellationToken cancellationToken)
    {
        if (_attempt.Transfer is { } done) await done.DisposeAsync().ConfigureAwait(false);
        try
        {
            _attempt = await _lister.AskListAsync(Folder, cancellationToken).ConfigureAwait(false);
            Outcome = null;
            _dataEnded = true;
            return true;
        }
        catch (FtpReplyException e) when (e.SessionUsable)
        {
            return false;
        }
    }
}
