using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Gateway.Data;

namespace Accelerator.Gateway.Protocol;

/// <summary>One transfer with a client: its data connection, its end by ABOR, by a reset or by the client's departure.</summary>
internal sealed class ClientTransfer
{
    private readonly ClientSession _session;
    private readonly DataOpener _opener;
    private readonly CancellationTokenSource _stop;

    private ClientTransfer(ClientSession session, DataOpener opener, CancellationTokenSource stop) =>
        (_session, _opener, _stop) = (session, opener, stop);

    /// <summary>The first byte that the client asked for with REST; 0 without one.</summary>
    public long Offset { get; private init; }

    /// <summary>Runs a command that needs a data connection.</summary>
    /// <param name="session">The client.</param>
    /// <param name="runAsync">Starts the transfer at the server, then calls <see cref="SendAsync"/>. Its token ends with the
    /// client.</param>
    /// <param name="gone">Cancelled when the client is gone.</param>
    public static async Task<FtpReply?> RunAsync(
        ClientSession session, Func<ClientTransfer, CancellationToken, Task<FtpReply>> runAsync, CancellationToken gone)
    {
        // First: a restart marker is for this command only, also if the command is refused (RFC 3659, section 5). Some clients send one
        // before LIST, too.
        var offset = session.TakeRestart();
        using var opener = session.TakeData();
        if (opener is null) return Replies.Of(425, "Use PASV, EPSV, PORT or EPRT first.");
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(gone);
        var transfer = new ClientTransfer(session, opener, stop) { Offset = offset };
        session.Control.Aborted = transfer.Stop;
        try
        {
            if (session.Control.IsAborting) transfer.Stop();
            return await runAsync(transfer, stop.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (!gone.IsCancellationRequested)
        {
            return Replies.Of(426, "The transfer was ended by the client.");
        }
        finally
        {
            session.Control.Aborted = null;
        }
    }

    /// <summary>
    /// Opens the data connection, sends 150, and runs the transfer. Its data ends in order if the returned reply is a success, and with a
    /// reset otherwise, so that no client takes the end of the data for the end of the file.
    /// </summary>
    /// <param name="what">The transfer, in the reply 150.</param>
    /// <param name="sendAsync">Writes the data, or reads it, and returns the last reply.</param>
    /// <param name="isUpload">Whether the client sends the data; then <paramref name="sendAsync"/> notices a reset itself.</param>
    /// <param name="cancellationToken">The token of the transfer.</param>
    public async Task<FtpReply> SendAsync(
        string what, Func<DataOutput, Task<FtpReply>> sendAsync, bool isUpload, CancellationToken cancellationToken)
    {
        var settings = _session.Settings;
        if (await _opener.OpenAsync(settings.LoginLimit, settings.Time, cancellationToken).ConfigureAwait(false) is not { } socket)
        {
            return Replies.Of(425, "The data connection to this client was not opened in time, or its port belongs to another user. "
                + "A firewall may block it.");
        }
        var output = new DataOutput(socket, settings.IdleLimit, settings.Time);
        await using var open = output.ConfigureAwait(false);
        using var reset = cancellationToken.Register(output.Reset);
        await _session.SendAsync(Replies.Of(150, $"Opening the data connection for {what}.")).ConfigureAwait(false);
        using var over = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var watching = isUpload ? Task.CompletedTask : WatchAsync(output, over.Token);
        try
        {
            var reply = await sendAsync(output).ConfigureAwait(false);
            if (reply.IsSuccess) output.End();
            else output.Reset();
            return reply;
        }
        catch (Exception e) when (e is FtpException or TransferException)
        {
            output.Reset();
            return Replies.Of(451, e.Message);
        }
        catch (IOException e) when (!cancellationToken.IsCancellationRequested)
        {
            output.Reset();
            return Replies.Of(426, $"{e.Message}.");
        }
        finally
        {
            await over.CancelAsync().ConfigureAwait(false);
            await watching.ConfigureAwait(false);
        }
    }

    private async Task WatchAsync(DataOutput output, CancellationToken over)
    {
        await output.BrokenAsync(over).ConfigureAwait(false);
        if (!over.IsCancellationRequested) Stop();
    }

    private void Stop()
    {
        try
        {
            _stop.Cancel();
        }
        catch (ObjectDisposedException)
        {
            // The transfer has just ended.
        }
    }
}
