using System.Globalization;
using Accelerator.Cli.Output;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Stat;

/// <summary>
/// Writes the facts about a name as a line of JSON. Names are stable; docs/json.md lists them and a test compares the two.
/// </summary>
internal static class StatJson
{
    /// <summary>Returns the line.</summary>
    /// <param name="url">The URL, without the password.</param>
    /// <param name="path">The path as sent in commands.</param>
    /// <param name="facts">The facts; null if there are none.</param>
    /// <param name="failure">Why there are none; null if there are.</param>
    public static string Line(string url, FtpPath path, EntryFacts? facts, TransferException? failure) => JsonLine.Of("stat", json =>
    {
        json.WriteString("url", url);
        json.WriteString("path", path.Text);
        json.WriteString("kind", facts is null ? null : JsonLines.Name(facts.Kind));
        json.WriteNumber("size", facts?.Size);
        json.WriteString("modified",
            facts?.Time?.Instant?.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss.FFFFFFF'Z'", CultureInfo.InvariantCulture));
        json.WriteString("listed_time", facts?.Time?.ToString());
        json.WriteString("precision", facts?.Time is { } time ? JsonLines.Name(time.Precision) : null);
        json.WriteString("permissions", facts?.Permissions);
        json.WriteString("owner", facts?.Owner);
        json.WriteString("group", facts?.Group);
        json.WriteString("target", facts?.Target);
        json.WriteString("hash", facts?.Hash);
        json.WriteStrings("hashes_offered", facts?.OfferedHashes ?? []);
        json.WriteStartObject("commands");
        foreach (var (fact, command) in facts?.Commands.OrderBy(pair => pair.Key) ?? Enumerable.Empty<KeyValuePair<EntryFact, string>>())
            json.WriteString(JsonLines.Name(fact), command);
        json.WriteEndObject();
        json.WriteString("failure", failure is null ? null : JsonLines.Name(failure.Kind));
        json.WriteString("message", failure?.Message);
    });
}
