using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Report;

/// <summary>A notice and when it came, to a fifth of a second.</summary>
internal readonly record struct TimedNotice(TimeSpan At, NoticeKind Kind, string Message);
