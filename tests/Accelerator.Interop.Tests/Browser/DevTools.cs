using System.Net.WebSockets;
using System.Text.Json.Nodes;

namespace Accelerator.Interop.Tests.Browser;

/// <summary>Chromium's DevTools protocol over one web socket: requests are numbered, events are notified.</summary>
internal sealed class DevTools : IAsyncDisposable
{
    private readonly ClientWebSocket _socket = new();
    private readonly SemaphoreSlim _writing = new(1, 1);
    private readonly ConcurrentDictionary<int, TaskCompletionSource<JsonElement>> _asked = [];
    private readonly Task _reading;
    private readonly Action<string, JsonElement> _heard;
    private int _number;

    private DevTools(ClientWebSocket socket, Action<string, JsonElement> heard)
    {
        (_socket, _heard) = (socket, heard);
        _reading = Task.Run(ReadAsync);
    }

    /// <param name="address">Where the browser listens.</param>
    /// <param name="heard">Gets each event's name and parameters.</param>
    public static async Task<DevTools> ConnectAsync(Uri address, Action<string, JsonElement> heard, CancellationToken cancellationToken)
    {
        var socket = new ClientWebSocket();
        await socket.ConnectAsync(address, cancellationToken);
        return new DevTools(socket, heard);
    }

    /// <exception cref="InvalidOperationException">The browser refuses, or is gone.</exception>
    public async Task<JsonElement> AskAsync(string method, JsonObject parameters, string? session, CancellationToken cancellationToken)
    {
        var number = Interlocked.Increment(ref _number);
        var answer = _asked[number] = new TaskCompletionSource<JsonElement>(TaskCreationOptions.RunContinuationsAsynchronously);
        var question = new JsonObject { ["id"] = number, ["method"] = method, ["params"] = parameters };
        if (session is not null) question["sessionId"] = session;
        await _writing.WaitAsync(cancellationToken);
        try
        {
            await _socket.SendAsync(JsonSerializer.SerializeToUtf8Bytes(question), WebSocketMessageType.Text, true, cancellationToken);
        }
        finally
        {
            _writing.Release();
        }
        var told = await answer.Task.WaitAsync(cancellationToken);
        return told.TryGetProperty("result", out var result) ? result : throw new InvalidOperationException($"{method}: {told.GetProperty("error")}");
    }

    public async ValueTask DisposeAsync()
    {
        _socket.Abort();
        await _reading;
        _socket.Dispose();
        _writing.Dispose();
    }

    private async Task ReadAsync()
    {
        var buffer = new byte[1 << 20];
        using var message = new MemoryStream();
        try
        {
            while (true)
            {
                var part = await _socket.ReceiveAsync(buffer, CancellationToken.None);
                if (part.MessageType == WebSocketMessageType.Close) break;
                message.Write(buffer, 0, part.Count);
                if (!part.EndOfMessage) continue;
                Take(JsonDocument.Parse(message.ToArray()).RootElement);
                message.SetLength(0);
            }
        }
        catch (Exception e) when (e is WebSocketException or OperationCanceledException or ObjectDisposedException)
        {
            // The browser was ended.
        }
        foreach (var waiting in _asked.Values) waiting.TrySetException(new InvalidOperationException("The browser is gone."));
    }

    private void Take(JsonElement message)
    {
        if (message.TryGetProperty("id", out var number))
        {
            if (_asked.TryRemove(number.GetInt32(), out var answer)) answer.TrySetResult(message);
        }
        else
        {
            _heard(message.GetProperty("method").GetString()!, message.GetProperty("params"));
        }
    }
}
