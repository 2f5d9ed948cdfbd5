using Accelerator.Loopback.Content;
using Accelerator.Loopback.Faults;
using Accelerator.Loopback.Logging;

namespace Accelerator.Loopback.Protocol;

/// <summary>Runs a transfer from its command to its final reply.</summary>
internal static class TransferStart
{
    private const string Complete = "226 Transfer complete.";
    private const string Aborted = "426 Failure writing network stream.";

    public static async Task<string?> RunAsync(Session session, TransferRequested requested, CancellationToken cancellationToken)
    {
        var server = session.Server;
        using var opener = session.TakeData();
        if (opener is null) return "425 Use PORT or PASV first.";
        var script = server.Plan.ForTransfer(new(session.Control.Ordinal, requested.Verb, requested.Path, requested.Range.Start));
        if (script.Refusal is { } refusal) return refusal;
        using var place = server.Limit.TryEnter(LimitStage.Transfer);
        if (place is null)
        {
            server.Log.Refuse();
            return server.Limit.Reply;
        }
        var logged = server.Log.Transfer(
            session.Control.Ordinal, session.Control.Remote, requested.Verb, requested.Path, requested.Range.Start);
        var ending = TransferEnding.Stopped;
        var began = server.Time.GetTimestamp();
        try
        {
            using var data = await OpenAsync(session, opener, logged, cancellationToken).ConfigureAwait(false);
            if (data is null)
            {
                ending = TransferEnding.NoDataConnection;
                return "425 Failed to establish connection.";
            }
            if (server.Options.RefuseForeignDataPeer && !Equals(data.Remote?.Address, session.Control.Remote.Address))
            {
                ending = TransferEnding.NoDataConnection;
                return "425 Security: Bad IP connecting.";
            }
            await session.WaitUntilDueAsync(cancellationToken).ConfigureAwait(false);
            var run = new ServerTransfer(
                server, session.Control, data, script, logged, requested.Content, requested.Range, ReplyBytes.Line(requested.Preliminary));
            ending = await run.RunAsync(cancellationToken).ConfigureAwait(false);
            return run.FinalSent ? null
                : await FinalAsync(session, script, requested.Final, ending, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            logged.Ended(ending, server.Time.GetElapsedTime(began));
        }
    }

    private static async Task<DataConnection?> OpenAsync(
        Session session, DataOpener opener, LoggedTransfer logged, CancellationToken cancellationToken)
    {
        var timeout = session.Server.Options.DataConnectTimeout;
        var data = await opener.OpenAsync(timeout, session.Server.Time, cancellationToken).ConfigureAwait(false);
        if (data is not null) logged.Connected(data.Ordinal, data.Remote);
        return data;
    }

    private static async Task<string?> FinalAsync(
        Session session, TransferScript script, string complete, TransferEnding ending, CancellationToken cancellationToken)
    {
        if (ending == TransferEnding.ClosedByClient) return EarlyClose(script.EarlyCloseAnswer ?? session.Server.Options.EarlyClose);
        if (script.FinalDelay > TimeSpan.Zero)
            await Task.Delay(script.FinalDelay, session.Server.Time, cancellationToken).ConfigureAwait(false);
        if (script.Final is not { } raw)
        {
            return ending switch
            {
                TransferEnding.Complete => complete,
                TransferEnding.Unreadable => "451 Local error in processing: the file could not be read to its end.",
                _ => Aborted,
            };
        }
        await session.Control.SendAsync(raw, cancellationToken).ConfigureAwait(false);
        return null;
    }

    private static string? EarlyClose(EarlyCloseAnswer answer) => answer switch
    {
        EarlyCloseAnswer.Reply426 => Aborted,
        EarlyCloseAnswer.Reply226 => Complete,
        EarlyCloseAnswer.Reply451 => "451 Transfer aborted: broken pipe.",
        EarlyCloseAnswer.Repeat150 => "150 0.029 seconds (measured here), 91.26 Mbytes per second",
        EarlyCloseAnswer.Reply426Then226 => Aborted + "\r\n" + Complete,
        _ => null,
    };
}

/// <summary>The range requested by REST or RANG: half-open, [Start, End), End = null for "to the end of the file".</summary>
internal readonly record struct ByteSpan(long Start, long? End);

/// <summary>A transfer that may begin: the data to send, the first reply and the final one.</summary>
internal sealed record TransferRequested(
    string Verb, string Path, Func<FileContent> Content, ByteSpan Range, string Preliminary, string Final = "226 Transfer complete.");
