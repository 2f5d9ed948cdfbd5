namespace Accelerator.Jobs.Definitions;

/// <summary>An address that takes alerts as JSON.</summary>
/// <param name="Url">HTTP or HTTPS.</param>
/// <param name="Credential">The credential whose secret is sent as a bearer token; null for none.</param>
public sealed record WebhookDefinition(Uri Url, string? Credential);
