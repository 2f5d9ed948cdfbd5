using System.Buffers;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace Accelerator.Jobs.Control;

/// <summary>Writes reply lines to the client. The session writes the last one, with <c>"done":true</c>, when the verb has ended.</summary>
/// <param name="stream">The connection to the client.</param>
/// <param name="time">The clock for the timeout of a client that does not read.</param>
public sealed class ControlReply(Stream stream, TimeProvider time)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    /// <summary>Writes <c>{"member":value}</c>.</summary>
    /// <exception cref="IOException">The client does not read.</exception>
    public Task SayAsync<T>(string member, T value, JsonTypeInfo<T> type, CancellationToken cancellationToken) => WriteAsync(
        json =>
        {
            json.WritePropertyName(member);
            JsonSerializer.Serialize(json, value, type);
        },
        cancellationToken);

    internal Task EndAsync(CancellationToken cancellationToken) =>
        WriteAsync(static json => json.WriteBoolean("done", true), cancellationToken);

    internal Task FailAsync(ControlException failure, CancellationToken cancellationToken) => WriteAsync(
        json =>
        {
            json.WriteBoolean("done", true);
            json.WriteString("error", failure.Message);
            json.WriteString("kind", JsonNamingPolicy.SnakeCaseLower.ConvertName(failure.Kind.ToString()));
        },
        cancellationToken);

    private async Task WriteAsync(Action<Utf8JsonWriter> writeMembers, CancellationToken cancellationToken)
    {
        var line = new ArrayBufferWriter<byte>();
        using (var json = new Utf8JsonWriter(line))
        {
            json.WriteStartObject();
            writeMembers(json);
            json.WriteEndObject();
        }
        if (line.WrittenCount > LineReader.Longest)
            throw new InvalidOperationException($"A reply has {line.WrittenCount} bytes, more than a line may have.");
        line.Write("\n"u8);
        using var patience = new CancellationTokenSource(Patience, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(patience.Token, cancellationToken);
        try
        {
            await stream.WriteAsync(line.WrittenMemory, either.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException e) when (patience.IsCancellationRequested && !cancellationToken.IsCancellationRequested)
        {
            throw new IOException("The client does not read the answer.", e);
        }
    }
}
