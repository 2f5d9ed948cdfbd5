using System.Buffers;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace Accelerator.Jobs.Control;

/// <summary>Says lines to whoever asked. The last, with <c>"done":true</c>, is said by the session when the verb has ended.</summary>
/// <param name="stream">The way there.</param>
/// <param name="time">For the patience with one who does not read.</param>
public sealed class ControlReply(Stream stream, TimeProvider time)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    /// <summary>Says <c>{"member":value}</c>.</summary>
    /// <exception cref="IOException">Nobody reads it.</exception>
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
            throw new IOException("Whoever asked does not read what is said.", e);
        }
    }
}
