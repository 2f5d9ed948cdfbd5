using System.Net.Sockets;
using Accelerator.Ftp;
using Accelerator.Ftp.Data;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Gateway.Upstream;

/// <summary>
/// The commands of a client that change the server (decisions/0031): passed on as they are, over one stream, and only if the operator has
/// allowed it. Every other class of the gateway refuses them.
/// </summary>
internal sealed class UpstreamChanges(UpstreamSession upstream)
{
    private const int Block = 64 << 10;

    private static readonly HashSet<string> Plain =
        ["DELE", "MKD", "XMKD", "RMD", "XRMD", "SITE", "MFMT", "MFCT", "MFF", "RNFR", "RNTO", "SMNT", "XRCP", "CPFR", "CPTO"];

    private static readonly HashSet<string> Uploads = ["STOR", "STOU", "APPE"];

    private static readonly TimeSpan Settle = TimeSpan.FromSeconds(30);

    private string? _renamed;

    /// <summary>Whether a command sends a file to the server.</summary>
    public static bool IsUpload(string verb) => Uploads.Contains(verb);

    /// <summary>Returns whether a command may change the server. MDTM sets the time of a file if its argument begins with one.</summary>
    public static bool IsChange(string verb, string argument) => Plain.Contains(verb) || Uploads.Contains(verb)
        || (verb == "MDTM" && QuotedCommand.SetsTime(argument));

    /// <summary>Sends a command that needs no data connection.</summary>
    /// <returns>The server's reply.</returns>
    /// <exception cref="FtpException">The session was lost.</exception>
    public async Task<FtpReply> SendAsync(string verb, string argument, CancellationToken cancellationToken)
    {
        // Both halves of a rename go over one session, which may not be the same one later.
        if (verb == "RNFR")
        {
            _renamed = argument;
            return new FtpReply(350, ["Ready for RNTO."]);
        }
        if (verb != "RNTO") return await upstream.SendAsync(verb, argument, cancellationToken).ConfigureAwait(false);
        if (_renamed is not { } from) return new FtpReply(503, ["Send RNFR first."]);
        _renamed = null;
        return await upstream.SendPairAsync(("RNFR", from), (verb, argument), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Passes on the file that a client sends. Its orderly close is the end of the file.</summary>
    /// <param name="transfer">The open transfer; the caller disposes of it.</param>
    /// <param name="client">The client's data connection.</param>
    /// <param name="patience">How long the client may send nothing.</param>
    /// <param name="time">Clock.</param>
    /// <param name="sent">Called with the byte count of each block.</param>
    /// <param name="cancellationToken">Cancels it: the server's connection is reset, so that it does not take this for the end.</param>
    /// <returns>The server's last reply; null if none arrived.</returns>
    /// <exception cref="FtpException">The session was lost.</exception>
    /// <exception cref="SocketException">The client reset its connection.</exception>
    /// <exception cref="TimeoutException">The client sent nothing for too long.</exception>
    public static async Task<FtpReply?> StoreAsync(
        DataTransfer transfer, Socket client, TimeSpan patience, TimeProvider time, Action<int> sent,
        CancellationToken cancellationToken)
    {
        var block = new byte[Block];
        try
        {
            int read;
            while ((read = await client.ReceiveAsync(block.AsMemory(), cancellationToken).AsTask()
                .WaitAsync(patience, time, cancellationToken).ConfigureAwait(false)) > 0)
            {
                await transfer.SendAsync(block.AsMemory(0, read)).ConfigureAwait(false);
                sent(read);
            }
            await transfer.EndSendingAsync().ConfigureAwait(false);
        }
        catch
        {
            using var limit = new CancellationTokenSource(Settle, TimeProvider.System);
            await transfer.BreakOffAsync(limit.Token).ConfigureAwait(false);
            throw;
        }
        return await transfer.CompleteAsync(cancellationToken).ConfigureAwait(false);
    }
}
