namespace Accelerator.Cli.Job;

/// <summary>The commands of <c>ftpx job</c>.</summary>
internal enum JobVerb
{
    Validate,
    List,
    Run,
    Pause,
    Resume,
    History,
    Retry,
}
