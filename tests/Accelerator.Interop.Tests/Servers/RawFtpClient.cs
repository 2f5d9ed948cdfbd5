namespace Accelerator.Interop.Tests.Servers;

/// <summary>Sends command lines and returns reply lines without interpreting either, to examine a server from outside.</summary>
public sealed class RawFtpClient : IDisposable
{
    private readonly TcpClient _client;
    private readonly StreamReader _replies;

    private RawFtpClient(TcpClient client)
    {
        _client = client;
        _replies = new StreamReader(client.GetStream(), Encoding.Latin1);
    }

    /// <summary>Connects and logs in; the last reply is 230 if that went well, else the refusal, at whatever step it came.</summary>
    public static async Task<(RawFtpClient Client, string LastReply)> LogInAsync(
        FtpServerProcess server, CancellationToken cancellationToken)
    {
        var connection = new TcpClient(server.Address.AddressFamily);
        await connection.ConnectAsync(server.Address, server.Port, cancellationToken);
        var client = new RawFtpClient(connection);
        var reply = await client.ReadReplyAsync(cancellationToken);
        if (reply.StartsWith("220", StringComparison.Ordinal))
            reply = await client.SendAsync("USER " + server.User, cancellationToken);
        if (reply.StartsWith("331", StringComparison.Ordinal))
            reply = await client.SendAsync("PASS " + server.Password, cancellationToken);
        return (client, reply);
    }

    /// <summary>Sends one command and gives the last line of its reply.</summary>
    public async Task<string> SendAsync(string command, CancellationToken cancellationToken)
    {
        await _client.GetStream().WriteAsync(Encoding.Latin1.GetBytes(command + "\r\n"), cancellationToken);
        return await ReadReplyAsync(cancellationToken);
    }

    public void Dispose() => _client.Dispose();

    private async Task<string> ReadReplyAsync(CancellationToken cancellationToken)
    {
        while (await _replies.ReadLineAsync(cancellationToken) is { } line)
            if (line.Length >= 4 && line[3] == ' ' && line[..3].All(char.IsAsciiDigit))
                return line;
        return "";
    }
}
