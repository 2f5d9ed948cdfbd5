using System.Globalization;
using System.Text.RegularExpressions;

namespace Accelerator.Service.Tests.Alerts;

/// <summary>An HTTP server that accepts one request and sends the prepared response.</summary>
internal sealed class ScriptedHttp : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);

    public ScriptedHttp(string answer)
    {
        _listener.Start();
        Request = Task.Run(() => ServeAsync(answer));
    }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    /// <summary>The complete request, once it has been answered.</summary>
    public Task<string> Request { get; }

    public void Dispose() => _listener.Dispose();

    private async Task<string> ServeAsync(string answer)
    {
        using var client = await _listener.AcceptTcpClientAsync();
        var stream = client.GetStream();
        var (text, buffer) = ("", new byte[65536]);
        // Simple receivers do this: without a length they read no body.
        while (!(text.IndexOf("\r\n\r\n", StringComparison.Ordinal) is >= 0 and var end && Encoding.UTF8.GetByteCount(text.AsSpan(end + 4)) >= LengthIn(text)))
        {
            var count = await stream.ReadAsync(buffer);
            if (count == 0) break;
            text += Encoding.UTF8.GetString(buffer, 0, count);
        }
        await stream.WriteAsync(Encoding.ASCII.GetBytes(answer));
        return text;
    }

    private static int LengthIn(string request) =>
        Regex.Match(request, "^Content-Length: ([0-9]+)\r$", RegexOptions.Multiline) is { Success: true } length ? int.Parse(length.Groups[1].ValueSpan, CultureInfo.InvariantCulture) : 0;
}
