using System.Text.Json;
using Accelerator.Cli.Configuration;
using Accelerator.Engine.Sites;

namespace Accelerator.Cli.Output;

/// <summary>
/// Writes the site record of one login, or what the configuration file has, as one line of JSON, in the schema of docs/json.md. ASCII
/// only.
/// </summary>
internal static class SiteJson
{
    /// <summary>The line, without its end.</summary>
    public static string Line(SiteRecord record, DateTimeOffset now) => JsonLine.Of("site", json =>
    {
        SiteFormat.WriteMembers(json, record, (fact, learned) => json.WriteBoolean("old", SiteAgeing.IsOld(fact, learned, now)));
    });

    /// <summary>The line of a named server, without its end.</summary>
    public static string Line(NamedServer server) => JsonLine.Of("server", json =>
    {
        json.WriteString("name", server.Name);
        json.WriteString("url", server.Url);
        WriteSettings(json, server.Settings);
    });

    /// <summary>The line of the settings for every server, without its end.</summary>
    public static string Line(SiteSettings defaults) => JsonLine.Of("defaults", json => WriteSettings(json, defaults));

    private static void WriteSettings(Utf8JsonWriter json, SiteSettings settings)
    {
        json.WriteStartObject("settings");
        foreach (var (name, value) in settings.Values) json.WriteString(name, value);
        json.WriteEndObject();
    }
}
