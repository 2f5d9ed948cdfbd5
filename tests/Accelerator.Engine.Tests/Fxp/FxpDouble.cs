namespace Accelerator.Engine.Tests.Fxp;

/// <summary>
/// A server double for whole runs. It has file names and contents and answers the commands of a server-to-server transfer without opening
/// its data connection. A STOR receives <see cref="Incoming"/>. Samples for the client are really sent.
/// </summary>
internal sealed class FxpDouble : IDisposable
{
    private readonly ScriptedServer _server = ScriptedServer.Start();
    private readonly ConcurrentDictionary<string, byte[]> _files = new();
    private readonly ConcurrentQueue<string> _commands = new();
    private readonly Task _serving;
    private int _sessions;
    private int _loggedIn;

    public FxpDouble() => _serving = ServeAsync();

    /// <summary>Lines of the answer to FEAT.</summary>
    public string[] Features { get; set; } = [];

    /// <summary>The bytes that the other server sends.</summary>
    public byte[] Incoming { get; init; } = [];

    /// <summary>The answer to MDTM.</summary>
    public string Modified { get; set; } = "20260101000000";

    /// <summary>Replies in place of the usual ones. Null selects the usual reply; an empty array closes the connection.</summary>
    public Func<string, string[]?> Instead { get; set; } = static _ => null;

    /// <summary>The link shared by the two servers of a copy in segments. Null when a whole file, or its rest, arrives at once.</summary>
    public FxpDoubleLink? Link { get; init; }

    /// <summary>The number of simultaneous sessions that the server admits.</summary>
    public int MostSessions { get; set; } = int.MaxValue;

    /// <summary>Returns whether the server reports these bytes as stored without storing them.</summary>
    public Func<string, ByteRange, bool> Loses { get; set; } = static (_, _) => false;

    /// <summary>Completes when a session has been refused.</summary>
    public TaskCompletionSource Refused { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>A callback that receives the number of sessions after each login.</summary>
    public Action<int> Entered { get; set; } = static _ => { };

    /// <summary>The peak number of sessions.</summary>
    public int Peak { get; private set; }

    /// <summary>The number of further commands that must have arrived before a command is answered. Default none.</summary>
    public Func<string, int> Together { get; set; } = static _ => 0;

    /// <summary>A task to await before a command is answered. Default none.</summary>
    public Func<string, Task> Before { get; set; } = static _ => Task.CompletedTask;

    /// <summary>Every command after the logins.</summary>
    public IReadOnlyList<string> Commands => [.. _commands];

    /// <summary>Returns the number of commands with this prefix.</summary>
    public int Count(string beginning) => _commands.Count(line => line.StartsWith(beginning, StringComparison.Ordinal));

    public FxpServer Address => new(new FtpEndpoint("127.0.0.1", _server.EndPoint.Port, FtpSecurity.None), new FtpCredential("tester", "secret"));

    /// <summary>The key under which the site profile of this server is stored.</summary>
    public SiteKey Site => SiteKey.Of(Address.Endpoint, Address.Credential.User);

    public void Put(string path, byte[] bytes) => _files[path] = bytes;

    /// <summary>Renames a file.</summary>
    public void Take(string from, string to)
    {
        if (_files.TryRemove(from, out var bytes)) _files[to] = bytes;
    }

    /// <summary>Runs an action at the commands with this prefix, or at the nth of them, and sends these replies or the usual one.</summary>
    public void At(string beginning, Action act, string[]? replies = null, int nth = 0)
    {
        var seen = 0;
        Instead = line =>
        {
            if (!line.StartsWith(beginning, StringComparison.Ordinal) || (nth > 0 && Interlocked.Increment(ref seen) != nth)) return null;
            act();
            return replies;
        };
    }

    public byte[]? Get(string path) => _files.GetValueOrDefault(path);

    public void Dispose()
    {
        _server.Dispose();
        _ = _serving.Exception;
    }

    private async Task ServeAsync()
    {
        while (true)
        {
            ScriptedConnection connection;
            try
            {
                connection = await _server.AcceptAsync();
            }
            catch (TimeoutException)
            {
                // A script expects its next connection within a time limit; this server waits for as long as the test runs.
                continue;
            }
            _ = TalkAsync(connection).ContinueWith(static talk => _ = talk.Exception, TaskScheduler.Default);
        }
    }

    private async Task TalkAsync(ScriptedConnection connection)
    {
        using var closing = connection;
        if (!TryEnter())
        {
            await connection.ReplyAsync("421 Too many");
            Refused.TrySetResult();
            return;
        }
        try
        {
            await connection.LogInAsync();
            Entered(Interlocked.Increment(ref _loggedIn));
            await ServeAsync(connection);
        }
        finally
        {
            lock (_commands) _sessions--;
        }
    }

    private bool TryEnter()
    {
        lock (_commands)
        {
            if (_sessions == MostSessions) return false;
            Peak = Math.Max(Peak, ++_sessions);
            return true;
        }
    }

    private async Task ServeAsync(ScriptedConnection connection)
    {
        var place = new Place();
        Task<string?>? ahead = null;
        var waiting = new Queue<string>();
        while (waiting.TryDequeue(out var line) || (line = await (ahead ?? TakeAsync(connection))) is not null)
        {
            ahead = null;
            while (waiting.Count < Together(line) && await TakeAsync(connection) is { } next) waiting.Enqueue(next);
            await Before(line);
            var replies = Instead(line);
            if (replies is { Length: 0 }) return;
            var verb = line.Split(' ')[0];
            if (replies is null && verb == "EPSV") place.Port = await ListenAsync(connection);
            else if (replies is null && verb == "RETR" && place.Port is not null) await SampleAsync(connection, place, line[5..]);
            else if (replies is null && Link is not null && verb == "RETR") await SendAsync(connection, place, line[5..]);
            else if (replies is null && Link is not null && verb == "STOR") await StoreAsync(connection, place, line[5..], ahead = TakeAsync(connection));
            else await connection.ReplyAsync(replies ?? Answer(verb, line.Length > verb.Length ? line[(verb.Length + 1)..] : "", place));
        }
    }

    private async Task<string?> TakeAsync(ScriptedConnection connection)
    {
        var line = await connection.ReadAsync();
        if (line is not null) _commands.Enqueue(line);
        return line;
    }

    private static async Task<ScriptedDataPort> ListenAsync(ScriptedConnection connection)
    {
        var port = new ScriptedDataPort(connection.Address);
        await connection.ReplyAsync($"229 Entering Extended Passive Mode (|||{port.Port}|)");
        return port;
    }

    private async Task SampleAsync(ScriptedConnection connection, Place place, string path)
    {
        using var port = place.Port!;
        place.Port = null;
        using (var data = await port.AcceptAsync())
        {
            await connection.ReplyAsync("150 here");
            try
            {
                await data.SendAsync(_files[path].AsMemory((int)place.Offset, (int)((place.End ?? _files[path].Length) - place.Offset)));
            }
            catch (IOException)
            {
                // The client has read enough.
            }
        }
        (place.Offset, place.End) = (0, null);
        await connection.ReplyAsync("226 done");
    }

    private async Task SendAsync(ScriptedConnection connection, Place place, string path)
    {
        Link!.Send(place.Route, new ByteRange(place.Offset, place.End ?? _files[path].Length));
        (place.Offset, place.End) = (0, null);
        await connection.ReplyAsync("150 sending", "226 sent");
    }

    // Stores what the source sends, unless the client sends another command first.
    private async Task StoreAsync(ScriptedConnection connection, Place place, string path, Task<string?> ahead)
    {
        var offset = (int)place.Offset;
        place.Offset = 0;
        lock (_files)
        {
            if (offset == 0 || !_files.ContainsKey(path)) _files[path] = [];
        }
        await connection.ReplyAsync("150 go");
        var sent = Link!.SentAsync(place.Route);
        await Task.WhenAny(sent, ahead);
        if (!sent.IsCompleted)
        {
            await connection.ReplyAsync("426 stopped");
            return;
        }
        var range = await sent;
        lock (_files)
        {
            var held = _files[path];
            var end = offset + (int)range.Length;
            if (end > held.Length) Array.Resize(ref held, end);
            if (!Loses(path, range)) Incoming.AsSpan((int)range.Start, (int)range.Length).CopyTo(held.AsSpan(offset));
            _files[path] = held;
        }
        await connection.ReplyAsync("226 stored");
    }

    private string[] Answer(string verb, string argument, Place place)
    {
        if (verb is "PASV" or "PORT")
        {
            place.Port?.Dispose();
            place.Port = null;
        }
        switch (verb)
        {
            case "SIZE": return _files.TryGetValue(argument, out var held) ? [$"213 {held.Length}"] : ["550 not here"];
            case "MDTM": return [$"213 {Modified}"];
            case "FEAT": return ["211-Features", .. Features.Select(feature => " " + feature), "211 End"];
            case "PASV": return [$"227 ({place.Route = Link?.NewPort() ?? "127,0,0,1,200,10"})"];
            case "RANG":
                var ends = argument.Split(' ').Select(end => long.Parse(end, CultureInfo.InvariantCulture)).ToArray();
                (place.Offset, place.End) = (ends[0], ends[1] + 1);
                return ["350 go on"];
            case "REST":
                (place.Offset, place.End) = (long.Parse(argument, CultureInfo.InvariantCulture), null);
                return ["350 go on"];
            case "PORT":
                place.Route = argument;
                return ["200 ok"];
            case "MKD": return ["257 made"];
            case "RETR": return ["150 sending", "226 sent"];
            case "STOR":
                _files[argument] = [.. (Get(argument) ?? []).Take((int)place.Offset), .. Incoming.Skip((int)place.Offset)];
                place.Offset = 0;
                return ["150 go", "226 stored"];
            case "APPE":
                _files[argument] = [.. _files[argument], .. Incoming.Skip(_files[argument].Length)];
                return ["150 go", "226 stored"];
            case "DELE": return [_files.TryRemove(argument, out _) ? "250 gone" : "550 not here"];
            case "RNFR":
                place.Renamed = argument;
                return ["350 to what"];
            case "RNTO":
                Take(place.Renamed, argument);
                return ["250 done"];
            case "ABOR": return ["226 nothing to stop"];
            default: return ["502 not known"];
        }
    }

    private sealed class Place
    {
        public long Offset { get; set; }

        public long? End { get; set; }

        public string Route { get; set; } = "";

        public string Renamed { get; set; } = "";

        public ScriptedDataPort? Port { get; set; }
    }
}
