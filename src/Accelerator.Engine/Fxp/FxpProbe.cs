using System.Security.Cryptography;
using Accelerator.Engine.Ranges;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Fxp;

namespace Accelerator.Engine.Fxp;

/// <summary>
/// Tests on a trial file whether a destination stores segments of one file correctly: the second half is begun first and is still open when
/// the first half is stored; then the complete file is read back. vsftpd with <c>lock_upload_files=NO</c> passes; with its default, the
/// second STOR waits for the first; ProFTPD refuses a start beyond the end; Pure-FTPd reports both as stored and has lost one.
/// </summary>
internal sealed class FxpProbe(
    FxpRequest request, FxpPlan plan, FxpSite source, FxpSite destination, IProgress<FxpEvent> events, TimeProvider time)
{
    /// <summary>Length of the trial file in bytes: the beginning of the file to be copied.</summary>
    public const int Length = 256 << 10;

    private const int Half = Length / 2;

    // Many times what a busy server takes to open a file: the second half has to be open before the first is begun.
    private static readonly TimeSpan Opening = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan CleaningLimit = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan SecondPairLimit = TimeSpan.FromSeconds(20);

    private readonly FtpPath _scratch = ScratchOf(plan.Item.To);

    /// <summary>Runs the test, records its result, and removes the file.</summary>
    /// <param name="held">A pair of sessions; a second one is opened.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <exception cref="FxpOneStreamException">The destination does not support segments, or the test was inconclusive.</exception>
    /// <exception cref="FxpException">The servers do not copy even the first byte.</exception>
    public async Task RunAsync(FxpSessionLease held, CancellationToken cancellationToken)
    {
        var second = new FxpSessionLease(source, destination);
        await using var giving = second.ConfigureAwait(false);
        try
        {
            var taking = TakeSecondAsync(second, cancellationToken);
            var content = await ReadAsync(held, plan.Item.From, isSource: true, cancellationToken).ConfigureAwait(false);
            await taking.ConfigureAwait(false);
            if (content is null || !IsTelling(content))
                throw Unknown(
                    "the first bytes of the file repeat or cannot be read, so a test copy cannot show whether segments are stored at "
                        + "the right offsets");
            await held.HoldAsync(cancellationToken).ConfigureAwait(false);
            await CopyAsync(held, new ByteRange(0, 1), null, cancellationToken).ConfigureAwait(false);
            try
            {
                await StoreHalvesAsync(held, second, cancellationToken).ConfigureAwait(false);
            }
            catch (FxpException e)
            {
                throw IsVerdict(e) ? Refused(e.Message.TrimEnd('.'), e) : Unknown(e.Message.TrimEnd('.'), e);
            }
            await held.HoldAsync(cancellationToken).ConfigureAwait(false);
            var (_, size) = await FxpInspector.SizeAsync(held.Destination, _scratch, cancellationToken).ConfigureAwait(false);
            if (size > Length)
            {
                // ProFTPD with a TransferRate sends on to the end of the file (1.3.8, measured).
                source.NoteRanges(works: false);
                throw Unknown($"{request.Source} sent data of {plan.Item.From} beyond the end of the ranges requested with RANG");
            }
            if (size != Length) throw Refused($"it reported both segments of a test file of {Length:N0} bytes as stored, but the file "
                + $"has {size ?? 0:N0} bytes");
            var stored = await ReadAsync(held, _scratch, isSource: false, cancellationToken).ConfigureAwait(false)
                ?? throw Unknown("the test file cannot be read back");
            if (!content.AsSpan().SequenceEqual(stored))
                throw Refused("it reported both segments of a test file as stored, but the file differs from the data that was sent");
            source.NoteRanges(works: true);
            destination.NoteSegments(works: true);
        }
        finally
        {
            await CleanAsync(held).ConfigureAwait(false);
        }
    }

    /// <summary>Returns whether the content would reveal that the halves were swapped, or that one was lost.</summary>
    internal static bool IsTelling(ReadOnlySpan<byte> content) =>
        content.Length == Length && !SeamSample.IsFlat(content[..Half]) && !SeamSample.IsFlat(content[Half..])
            && !content[..Half].SequenceEqual(content[Half..]);

    /// <summary>
    /// Returns whether a failure shows a lasting property of the destination: it refused to store in the middle, or gave no reply, as when
    /// it waits for the other half's file to be closed.
    /// </summary>
    internal static bool IsVerdict(FxpException failure) => failure is { Side: FxpSide.Destination } and
        ({ Step: FxpStep.Marker or FxpStep.Command, Reply: { IsClosing: false, Code: not (425 or 426 or 450 or 452 or 552) } }
        or { Step: FxpStep.Open or FxpStep.Data, Reply: null, InnerException: null });

    private static FtpPath ScratchOf(FtpPath to)
    {
        var name = FtpPath.FromText(
            $".ftpx-probe-{Convert.ToHexString(RandomNumberGenerator.GetBytes(8)).ToLowerInvariant()}{FxpDestination.TemporarySuffix}",
            FtpCharsets.Utf8);
        return to.Split().Folder.Child(name);
    }

    // The second half is announced first, and sent last.
    private async Task StoreHalvesAsync(FxpSessionLease late, FxpSessionLease early, CancellationToken cancellationToken)
    {
        var (started, turn) = (new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously),
            new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously));
        var storing = CopyAsync(late, new ByteRange(Half, Length), () => { started.TrySetResult(); return turn.Task; }, cancellationToken);
        try
        {
            await Task.WhenAny(storing, started.Task).ConfigureAwait(false);
            await Task.WhenAny(storing,
                Task.Delay(Opening + (2 * late.Destination.RoundTrip), time, cancellationToken)).ConfigureAwait(false);
            if (!storing.IsCompleted)
                await CopyAsync(early, new ByteRange(1, Half), static () => Task.CompletedTask, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            // Whatever happened to the first half, let the transfer end: that keeps the session usable.
            turn.TrySetResult();
            await Task.WhenAny(storing).ConfigureAwait(false);
        }
        await storing.ConfigureAwait(false);
    }

    private Task CopyAsync(FxpSessionLease held, ByteRange range, Func<Task>? turn, CancellationToken cancellationToken) =>
        new FxpPair(held.Source, new FxpDestination(held.Destination, time), request.Timeouts, time).CopyAsync(new FxpCopy
        {
            From = plan.Item.From,
            To = _scratch,
            Offset = range.Start,
            End = range.End,
            Turn = turn,
            Passive = plan.Passive,
            Protection = plan.Protection,
            Longest = TimeSpan.FromMinutes(1),
        }, cancellationToken);

    private async Task TakeSecondAsync(FxpSessionLease second, CancellationToken cancellationToken)
    {
        using var limit = new CancellationTokenSource(SecondPairLimit, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
        try
        {
            await second.HoldAtOnceAsync(either.Token).ConfigureAwait(false);
        }
        catch (Exception e) when (e is FtpException or TransferException or OperationCanceledException)
        {
            cancellationToken.ThrowIfCancellationRequested();
            throw Unknown("a second pair of sessions could not be opened", e);
        }
    }

    private static Task<byte[]?> ReadAsync(FxpSessionLease held, FtpPath path, bool isSource, CancellationToken cancellationToken) =>
        FxpSeam.ReadAsync(isSource ? held.Source : held.Destination, path, new ByteRange(0, Length), cancellationToken);

    // Also after a failure or a cancellation: leave no file of ours on the server.
    private async Task CleanAsync(FxpSessionLease held)
    {
        using var limit = new CancellationTokenSource(CleaningLimit, time);
        string? problem;
        try
        {
            await held.HoldAsync(limit.Token).ConfigureAwait(false);
            var (_, size) = await FxpInspector.SizeAsync(held.Destination, _scratch, limit.Token).ConfigureAwait(false);
            problem = size is null ? null
                : (await new FxpDestination(held.Destination, time).RemoveAsync(_scratch, limit.Token).ConfigureAwait(false))?.ToString();
        }
        catch (Exception e) when (e is FtpException or TransferException or OperationCanceledException)
        {
            problem = e.Message;
        }
        if (problem is not null)
            events.Report(new FxpEvent.Notice(
                NoticeKind.Other,
                $"{request.Destination.Describe(_scratch)}, a test file of {Length:N0} bytes, could not be removed: "
                    + $"{problem.TrimEnd('.')}. Remove it there."));
    }

    private FxpOneStreamException Refused(string why, Exception? inner = null) =>
        new(isDestination: true, $"{request.Destination} cannot store segments of one file in parallel: {why}.", inner);

    private FxpOneStreamException Unknown(string why, Exception? inner = null) =>
        new(isDestination: false, $"Whether {request.Destination} can store segments of one file in parallel could not be determined: "
            + $"{why}.", inner);
}
