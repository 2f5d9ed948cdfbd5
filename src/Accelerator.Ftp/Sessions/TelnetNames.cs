using Accelerator.Ftp.Control;

namespace Accelerator.Ftp.Sessions;

/// <summary>
/// Finds out, before the first name with the byte FF is sent to a site, whether the server wants that byte twice. Telnet says so, ProFTPD
/// reads it so and otherwise opens another file; vsftpd, Pure-FTPd and IIS take every byte as it comes.
/// </summary>
internal static class TelnetNames
{
    /// <summary>Prepares the connection for a command with this path: no round trip without FF, or once the site is known.</summary>
    public static async ValueTask SettleAsync(
        ControlChannel control, ServerTraits traits, FtpPath path, CancellationToken cancellationToken)
    {
        if (!path.Bytes.Span.Contains(CommandEncoder.Telnet)) return;
        control.DoublesTelnet = traits.ReadsTelnet ?? await AskAsync(control, traits, path, cancellationToken).ConfigureAwait(false);
    }

    private static async ValueTask<bool> AskAsync(
        ControlChannel control, ServerTraits traits, FtpPath path, CancellationToken cancellationToken)
    {
        try
        {
            if (traits.MayReadTelnet)
            {
                // Each session asks until one has the answer: meanwhile none may send a name.
                var reads = await control.SendAsync(FtpCommands.TelnetNoop, cancellationToken).ConfigureAwait(false);
                if (reads) traits.NoteTelnet(isRead: true);
                else traits.NoteNoTelnet();
                if (reads) return true;
            }
            // A server may know the doubled byte and no option: the name that it finds decides. Both or neither decide nothing.
            var isDoubled = await IsFileAsync(doubled: true).ConfigureAwait(false);
            if (isDoubled == await IsFileAsync(doubled: false).ConfigureAwait(false)) return false;
            traits.NoteTelnet(isDoubled);
            return isDoubled;
        }
        catch (FtpException)
        {
            // The session was lost over the question; the next one sends the bytes as they are.
            traits.NoteTelnet(isRead: false);
            throw;
        }

        async ValueTask<bool> IsFileAsync(bool doubled)
        {
            control.DoublesTelnet = doubled;
            return (await control.SendAsync(FtpCommands.Size(path).Raw(), cancellationToken).ConfigureAwait(false)).IsSuccess;
        }
    }
}
