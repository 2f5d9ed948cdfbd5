namespace Accelerator.Service.Alerts;

/// <summary>A file that is put aside, or what was to follow its delivery and is tried no more.</summary>
/// <param name="Job">Whose file.</param>
/// <param name="Message">One or two sentences, fit for a terminal.</param>
/// <param name="At">When.</param>
internal sealed record AlertFailure(string Job, string Message, DateTimeOffset At);
