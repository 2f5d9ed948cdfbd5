using Accelerator.Service.Core;

namespace Accelerator.Service.Alerts;

/// <summary>What a webhook gets. docs/alerts.md has its members.</summary>
internal sealed record AlertMessage(
    string Source, string Node, DateTimeOffset At, string Text, IReadOnlyList<OpenIncident> Began, IReadOnlyList<OpenIncident> Over, IReadOnlyList<AlertFailure> Failures, int MoreFailures);
