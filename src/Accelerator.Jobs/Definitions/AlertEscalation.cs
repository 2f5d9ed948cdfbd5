namespace Accelerator.Jobs.Definitions;

/// <summary>The receivers of problems that last. Quiet hours do not apply to them.</summary>
/// <param name="After">How long a problem must last.</param>
/// <param name="Webhook">A URL that accepts a POST; null for none.</param>
/// <param name="Mail">The mail settings; null for none.</param>
public sealed record AlertEscalation(TimeSpan After, WebhookDefinition? Webhook, MailDefinition? Mail);
