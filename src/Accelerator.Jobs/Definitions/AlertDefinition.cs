namespace Accelerator.Jobs.Definitions;

/// <summary>The receivers of alerts, in addition to the log. Neither is required.</summary>
/// <param name="Webhook">A URL that accepts a POST; null for none.</param>
/// <param name="Mail">The mail settings; null for none.</param>
/// <param name="After">How long a problem must last before it is reported. Default 1 minute.</param>
/// <param name="Every">The minimum time between two messages; what happens meanwhile is in the next. Default 15 minutes.</param>
public sealed record AlertDefinition(WebhookDefinition? Webhook, MailDefinition? Mail, TimeSpan After, TimeSpan Every);
