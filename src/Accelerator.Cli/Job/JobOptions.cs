namespace Accelerator.Cli.Job;

/// <summary>What was typed after <c>ftpx job</c>.</summary>
internal sealed record JobOptions
{
    /// <summary>The job file.</summary>
    public required string File { get; init; }

    public bool Json { get; init; }
}
