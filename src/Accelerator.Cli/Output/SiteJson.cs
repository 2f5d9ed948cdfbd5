using Accelerator.Engine.Sites;

namespace Accelerator.Cli.Output;

/// <summary>Writes the site record of one login as one line of JSON, in the schema of docs/json.md. ASCII only.</summary>
internal static class SiteJson
{
    /// <summary>The line, without its end.</summary>
    public static string Line(SiteRecord record, DateTimeOffset now) => JsonLine.Of("site", json =>
    {
        SiteFormat.WriteMembers(json, record, (fact, learned) => json.WriteBoolean("old", SiteAgeing.IsOld(fact, learned, now)));
    });
}
