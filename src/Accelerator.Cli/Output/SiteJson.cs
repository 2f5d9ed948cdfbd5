using System.Buffers;
using System.Globalization;
using System.Text;
using System.Text.Json;
using Accelerator.Engine.Sites;

namespace Accelerator.Cli.Output;

/// <summary>What is remembered of one login as one line of JSON, in the schema of docs/cli.md. ASCII only.</summary>
internal static class SiteJson
{
    /// <summary>The line, without its end.</summary>
    public static string Line(SiteRecord record, DateTimeOffset now)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var json = new Utf8JsonWriter(buffer))
        {
            json.WriteStartObject();
            json.WriteString("type", "site");
            json.WriteString("host", record.Key.Host);
            json.WriteNumber("port", record.Key.Port);
            json.WriteString("user", record.Key.User);
            json.WriteStartObject("settings");
            foreach (var (name, value) in record.Settings.Values) json.WriteString(name, value);
            json.WriteEndObject();
            json.WriteStartObject("facts");
            foreach (var fact in SiteFactTable.All) Write(json, fact, record.Facts, now);
            json.WriteEndObject();
            json.WriteEndObject();
        }
        return Encoding.ASCII.GetString(buffer.WrittenSpan);
    }

    private static void Write(Utf8JsonWriter json, SiteFact fact, SiteFacts facts, DateTimeOffset now)
    {
        if (fact.LearnedAt(facts) is not { } learned) return;
        json.WriteStartObject(fact.Name);
        json.WritePropertyName("value");
        fact.WriteValue(json, facts);
        json.WriteString("learned", learned.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture));
        json.WriteBoolean("old", SiteAgeing.IsOld(fact, learned, now));
        json.WriteEndObject();
    }
}
