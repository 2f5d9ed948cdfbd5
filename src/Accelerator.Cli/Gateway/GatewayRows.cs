using Accelerator.Cli.Output;
using Accelerator.Cli.Terminal;
using Accelerator.Gateway.Settings;

namespace Accelerator.Cli.Gateway;

/// <summary>The live rows of a gateway: one for each client that downloads, in the order of the sessions.</summary>
/// <param name="time">Clock.</param>
internal sealed class GatewayRows(TimeProvider time)
{
    private const string Indent = "  ";
    private const int NarrowestName = 12;
    private const int WidestName = 40;

    private readonly SortedDictionary<int, ClientActivity> _clients = [];

    /// <summary>Takes an event.</summary>
    public void Take(GatewayEvent happened)
    {
        switch (happened)
        {
            case GatewayEvent.Login { Failure: null } login:
                Of(login).Client = login.Client;
                break;
            case GatewayEvent.Request request:
                Of(request).Client = request.Client;
                break;
            case GatewayEvent.Progress now:
                Of(now).Take(now);
                break;
            case GatewayEvent.Ended ended:
                Of(ended).Take(ended);
                break;
            case GatewayEvent.Left left:
                _clients.Remove(left.Session);
                break;
        }
    }

    /// <summary>Returns the rows.</summary>
    /// <param name="width">The most columns of a row.</param>
    /// <param name="most">The most rows, 1 or more; the last one then says how many clients are left out.</param>
    /// <param name="glyphs">The characters.</param>
    public IReadOnlyList<string> Lines(int width, int most, Glyphs glyphs)
    {
        var rows = new List<(string Client, ClientRow Row)>();
        foreach (var (session, client) in _clients)
        {
            if (client.Row() is { } row) rows.Add((client.Client?.ToString() ?? $"session {session}", row));
        }
        var shown = rows.Count > most ? rows[..(most - 1)] : rows;
        var widest = shown.Count == 0 ? 0 : shown.Max(one => one.Client.Length);
        var lines = shown.Select(one => Line(one.Client.PadRight(widest), one.Row, width, glyphs)).ToList();
        if (rows.Count > shown.Count)
            lines.Add(CellWidth.KeepStart($"{Indent}and {rows.Count - shown.Count} more", width, glyphs.Ellipsis));
        return lines;
    }

    // Most important first; parts that no longer fit are left out. The columns are fixed: a number that grows moves nothing.
    private static string Line(string client, ClientRow row, int width, Glyphs glyphs)
    {
        var parts = new LineParts(width - Indent.Length);
        parts.Hold(NarrowestName);
        client = parts.Take(client);
        var rate = parts.Take($"{row.Rate,10}");
        var amount = parts.Take($"{row.Amount,16}");
        var source = parts.Take($"{row.Source,-11}");
        var room = Math.Min(WidestName, NarrowestName + parts.Room);
        var name = CellWidth.KeepEnds(row.Path, room, glyphs.Ellipsis);
        name += new string(' ', room - CellWidth.Of(name));
        return CellWidth.KeepStart((Indent + LineParts.Join(client, name, amount, rate, source)).TrimEnd(), width, glyphs.Ellipsis);
    }

    private ClientActivity Of(GatewayEvent happened)
    {
        if (!_clients.TryGetValue(happened.Session, out var client)) _clients[happened.Session] = client = new ClientActivity(time);
        return client;
    }
}
