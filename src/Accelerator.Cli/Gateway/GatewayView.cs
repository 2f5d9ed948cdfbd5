using System.Net;
using System.Threading.Channels;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Output;
using Accelerator.Cli.Terminal;
using Accelerator.Gateway.Settings;
using Spectre.Console;

namespace Accelerator.Cli.Gateway;

/// <summary>
/// Shows a gateway: a line for each login and each file, and in a terminal a row for each transfer in progress below them. Events are
/// queued, so that a blocked terminal delays no client.
/// </summary>
/// <param name="environment">The process environment.</param>
/// <param name="isQuiet">Whether only failures are shown.</param>
internal sealed class GatewayView(ProcessEnvironment environment, bool isQuiet)
{
    private readonly Channel<GatewayEvent> _events =
        Channel.CreateUnbounded<GatewayEvent>(new UnboundedChannelOptions { SingleReader = true });

    private readonly IAnsiConsole? _terminal = environment.OutIsTerminal && !isQuiet ? environment.OpenTerminal() : null;
    private readonly Dictionary<int, IPEndPoint> _clients = [];
    private readonly SortedDictionary<int, GatewayEvent.Progress> _running = [];
    private int _rows;

    /// <summary>Takes an event; callable from any thread.</summary>
    public void Take(GatewayEvent happened) => _events.Writer.TryWrite(happened);

    /// <summary>Shows events until cancelled.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        await foreach (var next in _events.Reader.ReadAllAsync(cancellationToken).ConfigureAwait(false)) Show(next);
    }

    /// <summary>Shows the events that are left, and removes the rows.</summary>
    public void End()
    {
        while (_events.Reader.TryRead(out var last)) Show(last);
        Draw([]);
    }

    private void Show(GatewayEvent happened)
    {
        if (happened is GatewayEvent.Login { Failure: null } login) _clients[login.Session] = login.Client;
        else if (happened is GatewayEvent.Request request) _clients[request.Session] = request.Client;
        if (happened is GatewayEvent.Progress progress) _running[progress.Session] = progress;
        else _running.Remove(happened.Session);
        if (GatewayText.Line(happened, environment.Time.GetLocalNow()) is { } line && (!isQuiet || IsFailure(happened)))
        {
            Draw([]);
            environment.Out.WriteLine(line);
        }
        if (_terminal is null) return;
        var room = Math.Max(1, _terminal.Profile.Height / 3);
        var glyphs = _terminal.Profile.Capabilities.Unicode ? Glyphs.Unicode : Glyphs.Ascii;
        Draw([.. _running.Values.Take(room).Select(one => CellWidth.KeepStart(
            GatewayText.Row(one, _clients.GetValueOrDefault(one.Session)), Math.Max(1, _terminal.Profile.Width - 3), glyphs.Ellipsis))]);
    }

    private static bool IsFailure(GatewayEvent happened) =>
        happened is GatewayEvent.Refused or GatewayEvent.Fault or GatewayEvent.Login { Failure: not null }
            or GatewayEvent.Ended { Failure: not null };

    private void Draw(IReadOnlyList<string> rows)
    {
        if (_terminal is null || (rows.Count == 0 && _rows == 0)) return;
        _terminal.Write(new TerminalFrame(_rows, [], rows, ""));
        _rows = rows.Count;
    }
}
