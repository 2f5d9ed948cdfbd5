using Accelerator.Ftp;
using Accelerator.Jobs.Ledger;
using Accelerator.Service.Core;

namespace Accelerator.Service.Alerts;

/// <summary>The content of one alert.</summary>
/// <param name="Began">Incidents that are open and have not been sent yet.</param>
/// <param name="Over">Incidents that were sent and are repaired.</param>
/// <param name="Failures">Failed files, the oldest first.</param>
/// <param name="MoreFailures">The number of further failed files that are not listed.</param>
internal sealed record AlertNews(
    IReadOnlyList<OpenIncident> Began, IReadOnlyList<OpenIncident> Over, IReadOnlyList<AlertFailure> Failures, int MoreFailures)
{
    /// <summary>Incidents that were sent and are not judged any more, but were not repaired: slots that polls no longer look for.</summary>
    public IReadOnlyList<OpenIncident> Expired { get; init; } = [];

    /// <summary>The time as of which these are the news.</summary>
    public DateTimeOffset At { get; init; }

    /// <summary>All failed files of the message, listed or only counted, as the ledger knows them.</summary>
    public IReadOnlyList<FailureKey> Reported { get; init; } = [];

    /// <summary>The causes of <see cref="Began"/>.</summary>
    public IReadOnlyList<AlertCause> Causes { get; init; } = [];

    /// <summary>Whether an operator only tests the receivers. Default false.</summary>
    public bool IsTest { get; init; }

    /// <summary>Whether there is nothing to send.</summary>
    public bool IsEmpty => Began.Count + Over.Count + Expired.Count + Failures.Count + MoreFailures == 0;
}

/// <summary>A quarantined file, or an action after a delivery that is no longer retried.</summary>
/// <param name="Job">The job of the file.</param>
/// <param name="Message">One or two sentences, safe to print on a terminal.</param>
/// <param name="At">The time of the failure.</param>
internal sealed record AlertFailure(string Job, string Message, DateTimeOffset At)
{
    /// <summary>Converts a failure from the ledger, whose sentence may contain hostile text.</summary>
    public static AlertFailure Of(PendingAlert failure) => new(failure.Job, SafeText.Escape(failure.Error), failure.At);
}
