using System.Globalization;
using System.Text.RegularExpressions;
using System.Threading.Channels;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Output;
using Accelerator.Cli.Terminal;
using Accelerator.Gateway.Settings;
using Spectre.Console;

namespace Accelerator.Cli.Gateway;

/// <summary>
/// Shows a gateway: a line for each login and each file, and in a terminal a live row below them for each client that downloads. Events are
/// queued, so that a blocked terminal delays no client.
/// </summary>
/// <param name="environment">The process environment.</param>
/// <param name="isQuiet">Whether only failures are shown.</param>
internal sealed partial class GatewayView(ProcessEnvironment environment, bool isQuiet)
{
    // Progress comes five times a second for each file; more than ten frames a second only cost processor time.
    private static readonly TimeSpan ShortestPause = TimeSpan.FromMilliseconds(90);

    // The row of a client that has stopped disappears at most this late.
    private static readonly TimeSpan Refresh = TimeSpan.FromMilliseconds(500);

    private const int MostEvents = 200;

    private readonly object _gate = new();

    // Null: time has passed.
    private readonly Channel<GatewayEvent?> _events =
        Channel.CreateUnbounded<GatewayEvent?>(new UnboundedChannelOptions { SingleReader = true });

    private readonly IAnsiConsole? _terminal = environment.OutIsTerminal && !isQuiet ? environment.OpenTerminal() : null;
    private readonly GatewayRows _rows = new(environment.Time);
    private int _drawn;
    private long? _drawnAt;

    /// <summary>Takes an event; callable from any thread.</summary>
    public void Take(GatewayEvent happened) => _events.Writer.TryWrite(happened);

    /// <summary>Shows events until cancelled.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        using var refresh = _terminal is null ? null
            : environment.Time.CreateTimer(_ => _events.Writer.TryWrite(null), null, Refresh, Refresh);
        while (await _events.Reader.WaitToReadAsync(cancellationToken).ConfigureAwait(false)) ShowAll();
    }

    /// <summary>Shows the events that have arrived.</summary>
    public void ShowAll()
    {
        while (true)
        {
            var (lines, taken) = (new List<string>(), 0);
            for (; taken < MostEvents && _events.Reader.TryRead(out var next); taken++)
            {
                if (next is null) continue;
                _rows.Take(next);
                if ((!isQuiet || IsFailure(next)) && GatewayText.Line(next) is { } text) lines.AddRange(Wrapped(Now(), text));
            }
            if (taken == 0) return;
            Draw(lines);
        }
    }

    /// <summary>Prints lines above the rows.</summary>
    public void Print(IEnumerable<string> lines) => Draw([.. lines.SelectMany(line => Wrapped("", line))]);

    /// <summary>Writes a message to standard error, in place of the rows. They are drawn again with the next event.</summary>
    public void WriteAbove(Action write)
    {
        lock (_gate)
        {
            Frame([], []);
            _drawnAt = null;
            write();
        }
    }

    /// <summary>Shows the events that are left, and removes the rows.</summary>
    public void End()
    {
        ShowAll();
        WriteAbove(static () => { });
    }

    private string Now() => environment.Time.GetLocalNow().ToString("HH:mm:ss ", CultureInfo.InvariantCulture);

    // A number stays with its unit. The text has no control characters.
    private IEnumerable<string> Wrapped(string head, string text) => _terminal is null ? [head + text]
        : WordWrap.Lines(head, BlankBeforeUnit().Replace(text, "\u0001")).Select(line => line.Replace('\u0001', ' '));

    [GeneratedRegex(@"(?<=[0-9]) (?=(?:[KMGTPE]i)?B\b|s\b|streams?\b)", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1000)]
    private static partial Regex BlankBeforeUnit();

    private static bool IsFailure(GatewayEvent happened) =>
        happened is GatewayEvent.Refused or GatewayEvent.RequestFailed or GatewayEvent.Fault or GatewayEvent.Login { Failure: not null }
            or GatewayEvent.Ended { Failure: not null };

    private void Draw(List<string> lines)
    {
        lock (_gate)
        {
            if (_terminal is null)
            {
                foreach (var line in lines) environment.Out.WriteLine(line);
                return;
            }
            if (lines.Count == 0 && _drawnAt is { } at && environment.Time.GetElapsedTime(at) < ShortestPause) return;
            // Leave the last columns free: a terminal wraps after writing the last one, and echoes ^C after the cursor. At most a third of
            // the screen, so that the lines above are not pushed out.
            var width = Math.Max(1, _terminal.Profile.Width - 3);
            var glyphs = _terminal.Profile.Capabilities.Unicode ? Glyphs.Unicode : Glyphs.Ascii;
            Frame(lines, _rows.Lines(width, Math.Max(1, _terminal.Profile.Height / 3), glyphs));
        }
    }

    private void Frame(List<string> above, IReadOnlyList<string> rows)
    {
        if (_terminal is null || (above.Count == 0 && rows.Count == 0 && _drawn == 0)) return;
        // In one write, so that nothing flickers. The lines stay: the next frame begins below them, at the rows or at an empty one.
        IReadOnlyList<string> below = above.Count > 0 && rows.Count == 0 ? [""] : rows;
        new TerminalFrame(_drawn, [], [.. above, .. below], "").Draw(_terminal);
        (_drawn, _drawnAt) = (rows.Count, environment.Time.GetTimestamp());
    }
}
