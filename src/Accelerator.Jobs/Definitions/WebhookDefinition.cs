namespace Accelerator.Jobs.Definitions;

/// <summary>A URL that accepts alerts as JSON.</summary>
/// <param name="Url">An HTTP or HTTPS URL.</param>
/// <param name="Credential">The credential whose secret is sent as a bearer token; null for none.</param>
public sealed record WebhookDefinition(Uri Url, string? Credential)
{
    /// <summary>The form of the body.</summary>
    public WebhookFormat Format { get; init; }
}
