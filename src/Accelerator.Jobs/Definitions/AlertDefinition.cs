namespace Accelerator.Jobs.Definitions;

/// <summary>The receivers of alerts, in addition to the log. Neither is required.</summary>
/// <param name="Webhook">A URL that accepts a POST; null for none.</param>
/// <param name="Mail">The mail settings; null for none.</param>
/// <param name="After">How long a problem must last before it is reported. Default 1 minute.</param>
/// <param name="Every">The minimum time between two messages; what happens meanwhile is in the next. Default 15 minutes.</param>
public sealed record AlertDefinition(WebhookDefinition? Webhook, MailDefinition? Mail, TimeSpan After, TimeSpan Every)
{
    /// <summary>Hours in which these receivers are sent nothing; their end brings what lasts. Empty, the default, for none.</summary>
    public IReadOnlyList<ClockWindow> Quiet { get; init; } = [];

    /// <summary>Further receivers of problems that last; null, the default, for none.</summary>
    public AlertEscalation? Escalation { get; init; }

    // A record compares lists by reference, and reading the file again creates a new list.
    public bool Equals(AlertDefinition? other) =>
        other is not null && (Webhook, Mail, After, Every, Escalation)
            == (other.Webhook, other.Mail, other.After, other.Every, other.Escalation) && Quiet.SequenceEqual(other.Quiet);

    public override int GetHashCode() => HashCode.Combine(Webhook, Mail, After, Every);
}
