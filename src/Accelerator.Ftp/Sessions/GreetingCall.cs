using System.Net;
using Accelerator.Ftp.Control;
using Accelerator.Ftp.Sockets;

namespace Accelerator.Ftp.Sessions;

/// <summary>Connects, reads the greeting and sends QUIT: measures the distance to a server without a login.</summary>
/// <param name="endpoint">The server.</param>
/// <param name="timeouts">The limits for connects and replies apply.</param>
/// <param name="time">Clock.</param>
internal sealed class GreetingCall(FtpEndpoint endpoint, FtpTimeouts timeouts, TimeProvider time)
{
    // All calls use the address that answered first.
    private readonly ServerTraits _traits = new();

    /// <summary>The local path; null, the default, lets the system choose.</summary>
    public LocalPath? LocalPath { get; init; }

    /// <summary>The proxy to call through; null, the default, for a direct connection.</summary>
    public ProxyAddress? Proxy { get; init; }

    /// <summary>Calls once. A full or silent server has been reached all the same: it causes no exception.</summary>
    /// <exception cref="FtpException">No connection could be established.</exception>
    public async Task<GreetingFacts> MakeAsync(CancellationToken cancellationToken)
    {
        var profile = new SessionProfile { Endpoint = endpoint, Credential = FtpCredential.Anonymous, Timeouts = timeouts,
            LocalPath = LocalPath, Proxy = Proxy };
        var (socket, peer) = await new Dialer(profile, _traits, time).DialAsync(cancellationToken).ConfigureAwait(false);
        var control = new ControlChannel(1, socket, peer, timeouts, time, trace: null);
        await using (control.ConfigureAwait(false))
        {
            var connected = time.GetTimestamp();
            var (greeting, problem) = endpoint.Security == FtpSecurity.Implicit
                ? (null, "") : await HearAsync(control, cancellationToken).ConfigureAwait(false);
            var heard = time.GetElapsedTime(connected);
            var path = control.PathFacts();
            if (greeting is not null) await QuitAsync(control, cancellationToken).ConfigureAwait(false);
            return new GreetingFacts
            {
                Local = control.Local.Address,
                Remote = peer.Next.Address,
                Connect = _traits.ConnectTime ?? TimeSpan.Zero,
                Greeting = greeting is null ? null : heard,
                Text = greeting?.ToString(),
                Problem = problem,
                Path = path,
            };
        }
    }

    private async Task<(FtpReply? Greeting, string Problem)> HearAsync(ControlChannel control, CancellationToken cancellationToken)
    {
        using var deadline = new ReplyDeadline(timeouts.Reply, time, cancellationToken);
        try
        {
            var reply = await control.ReadReplyAsync(deadline, $"Greeting of {endpoint}").ConfigureAwait(false);
            return (reply, reply.IsSuccess || reply.IsPreliminary ? "" : $"{endpoint} greets with {reply}.");
        }
        catch (FtpException e)
        {
            return (null, e.Message);
        }
    }

    private static async Task QuitAsync(ControlChannel control, CancellationToken cancellationToken)
    {
        try
        {
            await control.SayQuitAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (FtpException)
        {
            // The connection is already gone.
        }
    }
}

/// <summary>The results of one <see cref="GreetingCall"/>.</summary>
internal sealed record GreetingFacts
{
    /// <summary>The address that this computer used.</summary>
    public required IPAddress Local { get; init; }

    /// <summary>The address that answered: the server's, or the proxy's.</summary>
    public required IPAddress Remote { get; init; }

    /// <summary>Shortest connect of the calls so far: a round trip to the server, with a proxy through it.</summary>
    public required TimeSpan Connect { get; init; }

    /// <summary>Time from the connect to the greeting; null if none arrived, and with implicit TLS, where it arrives encrypted.</summary>
    public required TimeSpan? Greeting { get; init; }

    /// <summary>The greeting, safe to print; null if none arrived.</summary>
    public required string? Text { get; init; }

    /// <summary>The problem with the greeting, as a sentence that is safe to print; empty if there is none.</summary>
    public required string Problem { get; init; }

    /// <summary>The system's TCP statistics for the connection.</summary>
    public required TcpFacts Path { get; init; }
}
