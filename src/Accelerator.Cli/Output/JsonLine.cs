using System.Buffers;
using System.Globalization;
using System.Text;
using System.Text.Json;
using Accelerator.Cli.Hosting;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Output;

/// <summary>
/// Writes one object on one line, and the members that lines have in common. ASCII only: all other characters are escaped.
/// </summary>
internal static class JsonLine
{
    /// <summary>Returns the line of an object with these members, without its end.</summary>
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

    /// <summary>Returns the line of an object whose first member is its type.</summary>
    public static string Of(string type, Action<Utf8JsonWriter> writeMembers) => Of(json =>
    {
        json.WriteString("type", type);
        writeMembers(json);
    });

    /// <summary>Writes a number, or null.</summary>
    public static void WriteNumber(this Utf8JsonWriter json, string name, long? value)
    {
        if (value is { } number) json.WriteNumber(name, number);
        else json.WriteNull(name);
    }

    /// <summary>Writes true, false or null.</summary>
    public static void WriteBoolean(this Utf8JsonWriter json, string name, bool? value)
    {
        if (value is { } flag) json.WriteBoolean(name, flag);
        else json.WriteNull(name);
    }

    /// <summary>Writes an array of texts.</summary>
    public static void WriteStrings(this Utf8JsonWriter json, string name, IEnumerable<string> texts)
    {
        json.WriteStartArray(name);
        foreach (var text in texts) json.WriteStringValue(text);
        json.WriteEndArray();
    }

    /// <summary>Writes a time in seconds, or null.</summary>
    /// <param name="json">The line.</param>
    /// <param name="name">The member.</param>
    /// <param name="time">The time.</param>
    /// <param name="digits">3 for a run; 6 for measured round trips, which take 0.0002 s in a machine room.</param>
    public static void WriteSeconds(this Utf8JsonWriter json, string name, TimeSpan? time, int digits = 3)
    {
        if (time is { } value) json.WriteNumber(name, Math.Round(value.TotalSeconds, digits));
        else json.WriteNull(name);
    }

    /// <summary>Writes a date and time in UTC, to the second, or null.</summary>
    public static void WriteTime(this Utf8JsonWriter json, string name, DateTimeOffset? time) =>
        json.WriteString(name, time?.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture));

    /// <summary>Writes the outcome of a run or a file, by its exit code.</summary>
    public static void WriteOutcome(this Utf8JsonWriter json, ExitCode code)
    {
        var isOk = code.Value == ExitCodes.Ok.Value;
        json.WriteBoolean("ok", isOk);
        json.WriteString("failure", isOk ? null : code.Name);
        json.WriteNumber("exit_code", code.Value);
    }

    /// <summary>Writes a failure that has no result.</summary>
    public static void WriteProblem(this Utf8JsonWriter json, FailureKind kind, string message)
    {
        json.WriteString("failure", JsonLines.Name(kind));
        json.WriteNumber("exit_code", ExitCodes.For(kind).Value);
        json.WriteString("message", message);
    }
}
