namespace Accelerator.Service.Tests.Alerts;

/// <summary>An SMTP server that accepts one mail according to RFC 5321, without any extension, for all addresses but those at "gone.example".</summary>
internal sealed class ScriptedSmtp : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);

    public ScriptedSmtp()
    {
        _listener.Start();
        Lines = Task.Run(ServeAsync);
    }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    /// <summary>The complete input, once the client has disconnected.</summary>
    public Task<IReadOnlyList<string>> Lines { get; }

    public void Dispose() => _listener.Dispose();

    private async Task<IReadOnlyList<string>> ServeAsync()
    {
        using var client = await _listener.AcceptTcpClientAsync();
        using var reader = new StreamReader(client.GetStream(), Encoding.ASCII);
        await using var writer = new StreamWriter(client.GetStream(), Encoding.ASCII) { AutoFlush = true, NewLine = "\r\n" };
        var (lines, isMail) = (new List<string>(), false);
        await writer.WriteLineAsync("220 here");
        while (await reader.ReadLineAsync() is { } line)
        {
            lines.Add(line);
            if (isMail && line != ".") continue;
            isMail = line == "DATA";
            await writer.WriteLineAsync(isMail ? "354 go on" : line == "QUIT" ? "221 bye" : line.Contains("@gone.example>", StringComparison.Ordinal) ? "550 No such user" : "250 ok");
            if (line == "QUIT") break;
        }
        return lines;
    }
}
