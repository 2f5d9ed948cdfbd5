using Accelerator.Ftp.Data;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Ftp.Fxp;

/// <summary>
/// The same copy through this computer, for servers that do not allow direct transfers: RETR at the source, STOR at the destination, and
/// two blocks in memory between them. Nothing is stored here, and the speed is that of the slower of two single streams. Each session is
/// encrypted or not independently of the other.
/// </summary>
/// <param name="source">Logged in at the server that sends.</param>
/// <param name="destination">Logged in at the server that receives.</param>
internal sealed class FxpRelay(FtpSession source, FxpDestination destination)
{
    /// <summary>Largest block read at once, while the previous one is being sent.</summary>
    private const int BlockLength = 256 << 10;

    /// <summary>
    /// Copies one file. <see cref="FxpCopy.Passive"/>, the protection and the time limit of the copy are not used here: each stall is
    /// detected.
    /// </summary>
    /// <param name="copy">The file to copy.</param>
    /// <param name="cancellationToken">A token to cancel the copy; both sessions end.</param>
    /// <exception cref="FxpException">Either server refused, failed, was lost or stalled.</exception>
    public async Task CopyAsync(FxpCopy copy, CancellationToken cancellationToken)
    {
        var retrieving = source.RetrieveAsync(copy.From, copy.Offset, null, isBulk: false, cancellationToken);
        var coming = await AtAsync(FxpSide.Source, copy, retrieving).ConfigureAwait(false);
        await using var closing = coming.ConfigureAwait(false);
        try
        {
            var going = await AtAsync(FxpSide.Destination, copy,
                destination.StoreAsync(coming, copy.To, copy.Offset, copy.Append, cancellationToken)).ConfigureAwait(false);
            await using var ending = going.ConfigureAwait(false);
            await CopyAsync(coming, going, copy, cancellationToken).ConfigureAwait(false);
        }
        catch (FxpException e) when (e.Side == FxpSide.Destination)
        {
            await coming.AbandonAsync(cancellationToken).ConfigureAwait(false);
            throw;
        }
    }

    private async Task CopyAsync(DataTransfer coming, DataTransfer going, FxpCopy copy, CancellationToken cancellationToken)
    {
        await using var stop = cancellationToken.Register(() =>
        {
            coming.Abort(new OperationCanceledException(cancellationToken));
            going.Abort(new OperationCanceledException(cancellationToken));
        }).ConfigureAwait(false);
        try
        {
            await PumpAsync(coming, going, copy).ConfigureAwait(false);
            var sent = await coming.CompleteAsync(cancellationToken).ConfigureAwait(false);
            if (sent is not { IsSuccess: true }) throw Ended(FxpSide.Source, copy, sent);
            await AtAsync(FxpSide.Destination, copy, going.EndSendingAsync()).ConfigureAwait(false);
            var stored = await going.CompleteAsync(cancellationToken).ConfigureAwait(false);
            if (stored is not { IsSuccess: true }) throw Ended(FxpSide.Destination, copy, stored);
        }
        catch (FxpException e)
        {
            // A server without space left closes the data connection, and sends the reason on the control connection.
            await going.BreakOffAsync(cancellationToken).ConfigureAwait(false);
            throw e is { Side: FxpSide.Destination, Reply: null } && going.LastReply is { IsPreliminary: false, IsSuccess: false } reason
                ? Ended(FxpSide.Destination, copy, reason) : e;
        }
    }

    // The next block is read while the previous one is sent.
    private async Task PumpAsync(DataTransfer coming, DataTransfer going, FxpCopy copy)
    {
        var (reading, sending) = (new byte[BlockLength], new byte[BlockLength]);
        var sent = Task.CompletedTask;
        try
        {
            while (await AtAsync(FxpSide.Source, copy, coming.ReadAsync(reading).AsTask()).ConfigureAwait(false) is > 0 and var length)
            {
                await sent.ConfigureAwait(false);
                (reading, sending) = (sending, reading);
                sent = AtAsync(FxpSide.Destination, copy, going.SendAsync(sending.AsMemory(0, length)));
            }
        }
        catch
        {
            await sent.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            throw;
        }
        await sent.ConfigureAwait(false);
    }

    private async Task<T> AtAsync<T>(FxpSide side, FxpCopy copy, Task<T> work)
    {
        await AtAsync(side, copy, (Task)work).ConfigureAwait(false);
        return await work.ConfigureAwait(false);
    }

    // Attributes any failure to this server.
    private async Task AtAsync(FxpSide side, FxpCopy copy, Task work)
    {
        try
        {
            await work.ConfigureAwait(false);
        }
        catch (FtpReplyException e)
        {
            var step = e.Reply is { Code: 425 or 426 } ? FxpStep.Data : e.Verb == "REST" ? FxpStep.Marker : FxpStep.Command;
            throw new FxpException(step, side, e.Reply, $"{Describe(side, copy)}: {e.Reply}", e);
        }
        catch (FtpTlsException e)
        {
            throw new FxpException(FxpStep.Protection, side, null, e.Message);
        }
        catch (FtpException e) when (e is not FxpException)
        {
            throw new FxpException(FxpStep.Data, side, null, e.Message, e) { IsStoring = true };
        }
    }

    private FxpException Ended(FxpSide side, FxpCopy copy, FtpReply? reply) => new(FxpStep.Data, side, reply,
        $"{Describe(side, copy)}: {reply?.ToString() ?? "the server said nothing at the end"}") { IsStoring = true };

    private string Describe(FxpSide side, FxpCopy copy) =>
        $"{copy.Describe(side)} at {(side == FxpSide.Source ? source : destination.Session).Endpoint}";
}
