using System.Net.Sockets;
using Accelerator.Gateway.Listening;

namespace Accelerator.Gateway.Protocol;

/// <summary>Serves clients that speak FTP.</summary>
internal sealed class FtpFront(GatewayContext context) : IClientFront
{
    /// <inheritdoc/>
    public async Task ServeAsync(int number, Socket socket, CancellationToken stopping)
    {
        using var control = new ControlConnection(socket, context.Settings.Time);
        using var end = stopping.Register(control.Close);
        var pump = control.PumpAsync();
        var session = new ClientSession(number, control, context);
        try
        {
            await session.RunAsync().ConfigureAwait(false);
        }
        finally
        {
            control.Close();
            await pump.ConfigureAwait(false);
            await session.DisposeAsync().ConfigureAwait(false);
        }
    }

    /// <inheritdoc/>
    public async Task RefuseAsync(Socket socket, string reason)
    {
        using var control = new ControlConnection(socket, context.Settings.Time);
        // The reply fits into the socket's buffer, so that the client cannot delay the others.
        await control.SendAsync(Replies.Of(421, $"Refused: {reason}."), ControlConnection.FarewellLimit).ConfigureAwait(false);
    }
}
