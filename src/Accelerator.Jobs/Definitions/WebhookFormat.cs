namespace Accelerator.Jobs.Definitions;

/// <summary>The form of a webhook's body.</summary>
public enum WebhookFormat
{
    /// <summary>The members that docs/alerts.md lists, and a <c>text</c>.</summary>
    Json,

    /// <summary>An incoming webhook of Slack, or of a system that accepts the same.</summary>
    Slack,

    /// <summary>A workflow of Microsoft Teams that posts an adaptive card.</summary>
    Teams,
}
