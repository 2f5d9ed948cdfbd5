using System.Text.Json;
using System.Text.Json.Serialization;
using Accelerator.Jobs.Definitions;
using Accelerator.Service.Core;

namespace Accelerator.Service.Alerts;

/// <summary>Writes the body of a webhook. Pure.</summary>
internal static class WebhookBody
{
    // Slack cuts a text after 40,000 characters and advises 4,000; a message of Teams may have 28 KB in all.
    private const int MostSlack = 4_000, MostTeams = 12_000;

    /// <summary>Returns the body in UTF-8.</summary>
    public static byte[] Of(AlertNews news, WebhookFormat format, string node, DateTimeOffset at)
    {
        var (subject, body) = (AlertText.Subject(news, node), AlertText.Body(news, node));
        return format switch
        {
            WebhookFormat.Slack => JsonSerializer.SerializeToUtf8Bytes(
                new SlackMessage(Slack(Cut($"{subject}\n{body}", MostSlack))), AlertJson.Default.SlackMessage),
            WebhookFormat.Teams => JsonSerializer.SerializeToUtf8Bytes(
                new TeamsMessage("message", [Card(subject, Cut(body, MostTeams))]), TeamsJson.Default.TeamsMessage),
            _ => JsonSerializer.SerializeToUtf8Bytes(
                new AlertMessage("ftpxd", node, at, $"{subject}\n{body}", news.Began, news.Over, news.Failures, news.MoreFailures)
                {
                    Expired = news.Expired,
                    Test = news.IsTest,
                }, AlertJson.Default.AlertMessage),
        };
    }

    // Slack reads <...> as links and mentions: a file's name could call everyone in the channel.
    private static string Slack(string text) => text.Replace("&", "&amp;", StringComparison.Ordinal)
        .Replace("<", "&lt;", StringComparison.Ordinal).Replace(">", "&gt;", StringComparison.Ordinal);

    private static string Cut(string text, int most) => text.Length <= most ? text
        : text[..(text.LastIndexOf('\n', most - 1) is > 0 and var end ? end : most)] + "\nThe rest is in the log of the service.";

    // A TextRun is shown as it is, and a TextBlock reads Markdown. Each line is a block.
    private static TeamsAttachment Card(string subject, string body) => new(
        "application/vnd.microsoft.card.adaptive",
        new TeamsCard("http://adaptivecards.io/schemas/adaptive-card.json", "AdaptiveCard", "1.4",
        [
            new TeamsBlock("RichTextBlock", [new TeamsRun("TextRun", subject) { Weight = "Bolder" }]),
            .. body.Split('\n', StringSplitOptions.RemoveEmptyEntries)
                .Select(static line => new TeamsBlock("RichTextBlock", [new TeamsRun("TextRun", line)])),
        ]));
}

/// <summary>The JSON body of a webhook. docs/alerts.md describes its members.</summary>
internal sealed record AlertMessage(
    string Source, string Node, DateTimeOffset At, string Text, IReadOnlyList<OpenIncident> Began, IReadOnlyList<OpenIncident> Over,
    IReadOnlyList<AlertFailure> Failures, int MoreFailures)
{
    /// <summary>Incidents that are no longer watched and were not repaired.</summary>
    public IReadOnlyList<OpenIncident> Expired { get; init; } = [];

    /// <summary>Whether an operator only tests the webhook.</summary>
    public bool Test { get; init; }
}

internal sealed record SlackMessage(string Text);

internal sealed record TeamsMessage(string Type, IReadOnlyList<TeamsAttachment> Attachments);

internal sealed record TeamsAttachment(string ContentType, TeamsCard Content);

internal sealed record TeamsCard(
    [property: JsonPropertyName("$schema")] string Schema, string Type, string Version, IReadOnlyList<TeamsBlock> Body);

internal sealed record TeamsBlock(string Type, IReadOnlyList<TeamsRun> Inlines);

internal sealed record TeamsRun(string Type, string Text)
{
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Weight { get; init; }
}

/// <summary>The JSON serialization of a webhook body.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(AlertMessage))]
[JsonSerializable(typeof(SlackMessage))]
internal sealed partial class AlertJson : JsonSerializerContext;

/// <summary>The JSON serialization of a message for Teams.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(TeamsMessage))]
internal sealed partial class TeamsJson : JsonSerializerContext;
