namespace Accelerator.TestRun;

/// <summary>How a job ended.</summary>
/// <param name="Job">The job.</param>
/// <param name="Duration">From its start to its end; zero where it was skipped.</param>
/// <param name="Results">Its tests; empty for a job without results.</param>
/// <param name="Failure">What went wrong apart from a failed test, as a sentence; null for nothing.</param>
internal sealed record JobEnd(TestJob Job, TimeSpan Duration, IReadOnlyList<TestResult> Results, string? Failure)
{
    public bool Succeeded => Failure is null && Results.All(result => !result.Failed);
}
