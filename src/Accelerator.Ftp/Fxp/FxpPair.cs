using Accelerator.Ftp.Control;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Ftp.Fxp;

/// <summary>
/// A session at each of two servers, which send files to each other without passing them through this computer (RFC 959 section 2.3): one
/// server listens and the other connects to it. The pair copies one file at a time and uses both sessions exclusively meanwhile.
/// </summary>
/// <param name="source">The session at the sending server, logged in.</param>
/// <param name="destination">The session at the receiving server, logged in.</param>
/// <param name="timeouts">
/// Time limits. Connect: until both servers have replied to their transfer command. FirstByte: the same for a source that reads the file
/// from tape. Reply: from the first final reply to the second.
/// </param>
/// <param name="time">Clock.</param>
internal sealed class FxpPair(FtpSession source, FxpDestination destination, FtpTimeouts timeouts, TimeProvider time)
{
    private readonly FxpEnd _source = new(FxpSide.Source, source, time);
    private readonly FxpWatch _watch = new(timeouts, time);

    /// <summary>
    /// Copies one file. The servers' final replies are no evidence that the copy is complete; SIZE and hashes are. Commands go out in this
    /// order: SSCN if needed, PASV to the passive server, PORT and REST to the active one with REST to the passive one at the same time,
    /// the transfer command to the passive server and, unless that server refuses at once, the transfer command to the active one. For one
    /// of several copies, see <see cref="FxpCopy.Turn"/>.
    /// </summary>
    /// <param name="copy">The file to copy.</param>
    /// <param name="cancellationToken">A token to cancel the copy: both servers are sent ABOR.</param>
    /// <exception cref="FxpException">Either server refused, failed, was lost or silent; the other has been sent ABOR.</exception>
    public async Task CopyAsync(FxpCopy copy, CancellationToken cancellationToken)
    {
        ThrowIfUnlike(copy);
        await source.ReadyForAsync(copy.From, cancellationToken).ConfigureAwait(false);
        await destination.Session.ReadyForAsync(copy.To, cancellationToken).ConfigureAwait(false);
        if (copy.Protection != FxpProtection.None)
        {
            await _source.TakeTlsClientAsync(copy.Protection == FxpProtection.SscnAtSource, cancellationToken).ConfigureAwait(false);
            await destination.End.TakeTlsClientAsync(
                copy.Protection == FxpProtection.SscnAtDestination, cancellationToken).ConfigureAwait(false);
        }

        var (passive, active) = copy.Passive == FxpSide.Source ? (_source, destination.End) : (destination.End, _source);
        var route = await FxpRoute.OpenAsync(passive, active, copy, cancellationToken).ConfigureAwait(false);
        if (copy.Gate is { } gate) await gate.WaitAsync(cancellationToken).ConfigureAwait(false);
        await RunAsync(route, copy, cancellationToken).ConfigureAwait(false);
    }

    private async Task RunAsync(FxpRoute route, FxpCopy copy, CancellationToken cancellationToken)
    {
        var (leader, follower) = copy.Turn is null || copy.Passive == FxpSide.Destination
            ? (route.Passive, route.Active) : (route.Active, route.Passive);
        using var first = await StartAsync(leader).ConfigureAwait(false);
        FxpAnswers? second = null;
        FxpException? failure = null;
        try
        {
            // A missing or unwritable file is refused within a round trip. A server that accepts the command may send nothing until the
            // other one connects (vsftpd).
            if (copy.Turn is { } turn) await Task.WhenAny(first.Failed, turn()).WaitAsync(cancellationToken).ConfigureAwait(false);
            else if (!copy.AtOnce || leader.Side == FxpSide.Source)
                await _watch.WithinAsync(first.FirstReply, leader.Moment, cancellationToken).ConfigureAwait(false);
            if (first.Failed.IsCompleted) throw Explain(leader, first, copy, isStoring: leader.Side == FxpSide.Destination && first.IsOpen);
            second = await StartAsync(follower).ConfigureAwait(false);
            var (sending, receiving) = leader.Side == FxpSide.Source ? (first, second) : (second, first);
            _ = NotifyAsync(receiving, copy.Stored);
            if (await _watch.FailureAsync(sending, receiving, copy.Longest, cancellationToken).ConfigureAwait(false) is { } failed)
                failure = failed == FxpSide.Source
                    ? Explain(_source, sending, copy, receiving.IsOpen) : Explain(destination.End, receiving, copy, receiving.IsOpen);
        }
        finally
        {
            // AbortAsync does nothing for a transfer that has ended successfully.
            var limit = TimeSpan.FromSeconds(2)
                + (4 * TimeSpan.FromSeconds(Math.Min(5, Math.Max(route.Passive.Moment.TotalSeconds, route.Active.Moment.TotalSeconds))));
            await Task.WhenAll(first.AbortAsync(limit), second?.AbortAsync(limit) ?? Task.CompletedTask).ConfigureAwait(false);
            second?.Dispose();
        }
        if (failure is null) return;
        // A destination without space closes the data connection, and the source's 426 may arrive before the destination's reply.
        var stored = leader.Side == FxpSide.Destination ? first : second!;
        throw stored.Final is { IsStorageFull: true } ? Explain(destination.End, stored, copy, stored.IsOpen) : failure;

        ValueTask<FxpAnswers> StartAsync(FxpEnd end) => end.Side == FxpSide.Source
            ? end.StartAsync(FtpCommands.Retr(copy.From), cancellationToken)
            : destination.StoreAsync(route, copy.To, copy.Append, cancellationToken);
    }

    private static async Task NotifyAsync(FxpAnswers receiving, Action? stored)
    {
        if (stored is null) return;
        await receiving.FirstReply.ConfigureAwait(false);
        if (receiving.IsOpen) stored();
    }

    private static FxpException Explain(FxpEnd end, FxpAnswers answers, FxpCopy copy, bool isStoring)
    {
        var what = end.Describe(copy.Describe(end.Side));
        var reply = answers.Final is { IsSuccess: false } refusal ? refusal : null;
        var step = answers.IsOpen ? FxpStep.Data : reply is { Code: not (425 or 426) } ? FxpStep.Command : FxpStep.Open;
        var how = reply is not null ? reply.ToString()
            : answers.Lost is { } lost ? lost.Message
            : answers.IsOpen ? "the server began the transfer but did not end it in time"
            : "the server sent no reply, as happens when the other server's data connection does not arrive or is blocked";
        return new FxpException(step, end.Side, reply, $"{what}: {how}", reply is null ? answers.Lost : null) { IsStoring = isStoring };
    }

    private void ThrowIfUnlike(FxpCopy copy)
    {
        var side = source.IsProtected ? FxpSide.Destination : FxpSide.Source;
        if (source.IsProtected != destination.Session.IsProtected)
            throw new FxpException(FxpStep.Protection, side, null,
                $"{source.Endpoint} and {destination.Session.Endpoint}: one session is encrypted and the other is not, "
                    + "so no data connection can serve both. Use ftpes:// for both, or ftp:// for both");
        if (source.IsProtected != (copy.Protection != FxpProtection.None))
            throw new FxpException(FxpStep.Protection, side, null,
                $"{source.Endpoint} and {destination.Session.Endpoint}: the data connection would not be protected as the sessions "
                    + "are, and nothing was sent");
    }
}
