using System.Text;

namespace Accelerator.TestKit;

/// <summary>One control connection of a <see cref="ScriptedServer"/>.</summary>
public sealed class ScriptedConnection : ScriptedLink
{
    private readonly List<string> _commands = [];

    // Each keeps the connections that it has accepted from the garbage collector.
    private readonly List<ScriptedDataPort> _ports = [];
    private readonly byte[] _one = new byte[1];

    internal ScriptedConnection(Socket socket)
        : base(socket) => Address = ((IPEndPoint)socket.LocalEndPoint!).Address;

    /// <summary>This server's address, as the client sees it.</summary>
    public IPAddress Address { get; }

    /// <summary>The command lines received so far.</summary>
    public IReadOnlyList<string> Commands => _commands;

    /// <summary>Reads the next command line, Latin-1, without its line end; null when the client has closed.</summary>
    public async Task<string?> ReadAsync()
    {
        var line = new StringBuilder();
        while (true)
        {
            if (await ReadByteAsync() is not { } next) return line.Length == 0 ? null : throw new InvalidOperationException($"The client closed in the middle of \"{line}\".");
            line.Append((char)next);
            if (line.Length < 2 || line[^2] != '\r' || line[^1] != '\n') continue;
            _commands.Add(line.ToString(0, line.Length - 2));
            return _commands[^1];
        }
    }

    /// <summary>Reads the next command, which must be this line.</summary>
    public async Task ExpectAsync(string command)
    {
        var line = await ReadAsync();
        if (line != command) throw new InvalidOperationException($"Expected \"{command}\" and got {(line is null ? "the end of the connection" : $"\"{line}\"")}.");
    }

    /// <summary>Asserts that the client closes, or has reset, the connection without another byte.</summary>
    public async Task ExpectEndAsync()
    {
        if (await ReadByteAsync() is { } extra) throw new InvalidOperationException($"Expected the end of the connection and got the byte 0x{extra:X2}.");
    }

    /// <summary>Sends a reply's lines in one packet.</summary>
    public Task ReplyAsync(params string[] lines) => WriteAsync(string.Concat(lines.Select(line => line + "\r\n")));

    /// <summary>Reads a command and answers it.</summary>
    public async Task AnswerAsync(string command, params string[] lines)
    {
        await ExpectAsync(command);
        await ReplyAsync(lines);
    }

    /// <summary>Reads each command in turn and answers it with one line.</summary>
    public async Task AnswerAllAsync(params (string Command, string Reply)[] dialogue)
    {
        foreach (var (command, reply) in dialogue) await AnswerAsync(command, reply);
    }

    /// <summary>Sends bytes as they are (Latin-1) in one packet.</summary>
    public async Task WriteAsync(string text) => await Stream.WriteAsync(Encoding.Latin1.GetBytes(text));

    /// <summary>Sends each byte in a packet of its own.</summary>
    public async Task WriteBytewiseAsync(string text)
    {
        foreach (var one in Encoding.Latin1.GetBytes(text)) await Stream.WriteAsync(new[] { one });
    }

    /// <summary>Plays the standard login up to TYPE I, for user <c>tester</c> with password <c>secret</c>.</summary>
    public async Task LogInAsync()
    {
        await ReplyAsync("220 ready");
        await AnswerAllAsync(("USER tester", "331 password, please"), ("PASS secret", "230 come in"), ("TYPE I", "200 image"));
    }

    /// <summary>Reads FEAT and lists these features.</summary>
    public Task ListFeaturesAsync(params string[] features) =>
        AnswerAsync("FEAT", ["211-Features", .. features.Select(feature => " " + feature), "211 End"]);

    /// <summary>Reads EPSV and answers with a port that listens.</summary>
    public async Task<ScriptedDataPort> PassiveAsync()
    {
        await ExpectAsync("EPSV");
        var port = new ScriptedDataPort(Address);
        _ports.Add(port);
        await ReplyAsync($"229 Entering Extended Passive Mode (|||{port.Port}|)");
        return port;
    }

    /// <summary>Reads EPSV, REST (for an offset above 0) and RETR, and accepts the data connection; the 150 is left to the test.</summary>
    public async Task<ScriptedData> BeginRetrieveAsync(string path, long offset = 0)
    {
        using var port = await PassiveAsync();
        if (offset > 0) await AnswerAsync($"REST {offset}", "350 restarting");
        await ExpectAsync($"RETR {path}");
        return await port.AcceptAsync();
    }

    private async Task<byte?> ReadByteAsync()
    {
        try
        {
            var count = await ScriptedServer.WithinAsync(async token => await Stream.ReadAsync(_one, token), "a command, or the end of the control connection");
            return count == 0 ? null : _one[0];
        }
        catch (IOException)
        {
            return null;
        }
    }
}
