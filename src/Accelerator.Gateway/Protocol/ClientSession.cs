using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Gateway.Data;
using Accelerator.Gateway.ReadAhead;
using Accelerator.Gateway.Settings;
using Accelerator.Gateway.Upstream;

namespace Accelerator.Gateway.Protocol;

/// <summary>One client: its commands are handled one after the other.</summary>
/// <param name="number">Its number, from 1.</param>
/// <param name="control">Its control connection.</param>
/// <param name="context">The settings and counters that all sessions share.</param>
internal sealed class ClientSession(int number, ControlConnection control, GatewayContext context) : IAsyncDisposable
{
    // More than any client tries; a program that speaks another protocol sends one after the other.
    private const int MostUnknown = 20;

    private long _outSince = context.Settings.Time.GetTimestamp();
    private DataOpener? _data;
    private long _restart;
    private int _unknown;

    /// <summary>Its number.</summary>
    public int Number => number;

    /// <summary>Its control connection.</summary>
    public ControlConnection Control => control;

    /// <summary>The settings and counters that all sessions share.</summary>
    public GatewayContext Context => context;

    /// <summary>The settings.</summary>
    public GatewaySettings Settings => context.Settings;

    /// <summary>The client's login.</summary>
    public ClientLogin Login { get; } = new();

    /// <summary>The server as the client sees it; null before the login.</summary>
    public UpstreamSession? Upstream { get; private set; }

    /// <summary>The server, for a command that needs a login.</summary>
    public UpstreamSession Server => Upstream ?? throw new InvalidOperationException("The client has not logged in.");

    /// <summary>The read-ahead of the login, for a command that needs one.</summary>
    public LoginReadAhead ReadAhead => context.ReadAheads.Of(Server.Login);

    /// <summary>The commands that change the server.</summary>
    public UpstreamChanges Changes { get; private set; } = null!;

    /// <summary>Whether TYPE A is in effect, as it is before any TYPE (RFC 959, section 3.1.1.1).</summary>
    public bool IsAscii { get; set; } = true;

    /// <summary>Whether the connection is closed after the reply.</summary>
    public bool IsClosing { get; set; }

    /// <summary>Handles commands until the client or the gateway ends the session.</summary>
    public async Task RunAsync()
    {
        await SendAsync(Replies.Of(220, "ftpx gateway ready.")).ConfigureAwait(false);
        while (!IsClosing)
        {
            CommandLine line;
            try
            {
                if (await control.NextAsync(TimeLeft()).ConfigureAwait(false) is not { } next) return;
                line = next;
            }
            catch (TimeoutException)
            {
                var reason = Upstream is null
                    ? $"No login within {Settings.LoginLimit.TotalSeconds:0.#} s." : "No command was received in time.";
                await control.SendAsync(Replies.Of(421, $"{reason} Goodbye."), ControlConnection.FarewellLimit).ConfigureAwait(false);
                return;
            }
            // Without a reply: the sender is a browser, and a page may have told it what to send.
            if (line.IsHttp) return;
            if (await HandleAsync(line).ConfigureAwait(false) is { } reply) await SendAsync(reply).ConfigureAwait(false);
        }
    }

    /// <summary>Sends a reply, which the client must accept in the time that it has for a command.</summary>
    public Task SendAsync(FtpReply reply)
    {
        var left = TimeLeft();
        return control.SendAsync(reply, left > ControlConnection.FarewellLimit ? left : ControlConnection.FarewellLimit);
    }

    /// <summary>Attaches the server after a login.</summary>
    public void LogIn(UpstreamSession upstream)
    {
        Upstream = upstream;
        Changes = new UpstreamChanges(upstream);
    }

    /// <summary>Detaches the server, before another login and at the end.</summary>
    public async ValueTask LogOutAsync()
    {
        if (Upstream is not { } upstream) return;
        Upstream = null;
        _outSince = Settings.Time.GetTimestamp();
        await upstream.DisposeAsync().ConfigureAwait(false);
        context.Pool.Return(upstream.Login);
    }

    /// <summary>Sets how the next data connection is opened.</summary>
    public void UseData(DataOpener opener)
    {
        _data?.Dispose();
        _data = opener;
    }

    /// <summary>Returns how the next data connection is opened; null if the client has not said so. The caller disposes of it.</summary>
    public DataOpener? TakeData()
    {
        var data = _data;
        _data = null;
        return data;
    }

    /// <summary>Sets the first byte of the next transfer.</summary>
    public void Restart(long offset) => _restart = offset;

    /// <summary>Returns the first byte of this transfer.</summary>
    public long TakeRestart()
    {
        var offset = _restart;
        _restart = 0;
        return offset;
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        _data?.Dispose();
        await LogOutAsync().ConfigureAwait(false);
    }

    // Before the login not the time between two commands: a client that sends HELP for ever would keep its place.
    private TimeSpan TimeLeft() =>
        Upstream is null ? Settings.LoginLimit - Settings.Time.GetElapsedTime(_outSince) : Settings.IdleLimit;

    private async Task<FtpReply?> HandleAsync(CommandLine line)
    {
        try
        {
            return await DispatchAsync(line).ConfigureAwait(false);
        }
        catch (FtpReplyException e)
        {
            // 421 would end this session too, but only the server's has ended.
            return e.Reply.IsClosing ? Replies.Of(451, e.Message) : e.Reply;
        }
        catch (Exception e) when (e is FtpException or TransferException)
        {
            return Replies.Of(451, e.Message);
        }
        catch (ArgumentException e)
        {
            // A path that no FTP command can carry.
            return Replies.Of(501, e.Message);
        }
        catch (OperationCanceledException)
        {
            return null;
        }
    }

    private async Task<FtpReply?> DispatchAsync(CommandLine line)
    {
        if (CommandTable.Find(line.Verb) is { } command)
        {
            return command.NeedsLogin && Upstream is null
                ? Replies.Of(530, "Log in with USER and PASS.") : await command.RunAsync(this, line, control.Gone).ConfigureAwait(false);
        }
        if (UpstreamChanges.IsChange(line.Verb, line.Argument) && Upstream is not null)
            return await ChangeCommands.RunAsync(this, line, control.Gone).ConfigureAwait(false);
        if (++_unknown > MostUnknown) IsClosing = true;
        return Replies.Of(500, "Unknown command.");
    }
}
