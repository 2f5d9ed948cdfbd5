using System.Buffers;
using System.Text;
using System.Text.Json;

namespace Accelerator.Cli.Output;

/// <summary>One object on one line. ASCII only: what is not is escaped.</summary>
internal static class JsonLine
{
    /// <summary>The line, without its end, of an object with these members.</summary>
    public static string Of(Action<Utf8JsonWriter> writeMembers)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var json = new Utf8JsonWriter(buffer))
        {
            json.WriteStartObject();
            writeMembers(json);
            json.WriteEndObject();
        }
        return Encoding.ASCII.GetString(buffer.WrittenSpan);
    }
}
