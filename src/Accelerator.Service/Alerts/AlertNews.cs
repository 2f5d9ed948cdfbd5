using Accelerator.Service.Core;

namespace Accelerator.Service.Alerts;

/// <summary>All that is told at once.</summary>
/// <param name="Began">What is wrong and was not told yet.</param>
/// <param name="Over">What was told and is right again.</param>
/// <param name="Failures">Files, the oldest first.</param>
/// <param name="MoreFailures">Files besides that are only counted.</param>
internal sealed record AlertNews(
    IReadOnlyList<OpenIncident> Began, IReadOnlyList<OpenIncident> Over, IReadOnlyList<AlertFailure> Failures, int MoreFailures)
{
    /// <summary>Whether there is nothing to tell.</summary>
    public bool IsEmpty => Began.Count + Over.Count + Failures.Count + MoreFailures == 0;
}

/// <summary>A file that is put aside, or what was to follow its delivery and is tried no more.</summary>
/// <param name="Job">Whose file.</param>
/// <param name="Message">One or two sentences, fit for a terminal.</param>
/// <param name="At">When.</param>
internal sealed record AlertFailure(string Job, string Message, DateTimeOffset At);
