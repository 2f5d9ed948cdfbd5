namespace Accelerator.Jobs.Definitions;

/// <summary>Who is told when something is wrong, beside the log. Nobody where neither is named.</summary>
/// <param name="Webhook">An address that takes a POST; null for none.</param>
/// <param name="Mail">Mail; null for none.</param>
/// <param name="After">How long something must have been wrong. Default 1 minute.</param>
/// <param name="Every">One message in this time at most; what happens meanwhile is in the next. Default 15 minutes.</param>
public sealed record AlertDefinition(WebhookDefinition? Webhook, MailDefinition? Mail, TimeSpan After, TimeSpan Every);
