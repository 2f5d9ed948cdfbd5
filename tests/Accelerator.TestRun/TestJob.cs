namespace Accelerator.TestRun;

/// <summary>One process of a run.</summary>
/// <param name="Name">Its name in the output, and that of its log and its results below <c>artifacts/test-results</c>.</param>
/// <param name="Command">The program and its arguments, relative to the checkout's root.</param>
internal sealed record TestJob(string Name, IReadOnlyList<string> Command)
{
    /// <summary>Whether it leaves a <c>.trx</c> file; otherwise its exit code is one passed or failed test.</summary>
    public bool HasResults { get; init; } = true;

    /// <summary>Whether it counts as a test where it leaves no results: a preparation counts only when it fails.</summary>
    public bool IsPreparation { get; init; }

    /// <summary>The job that has to end before this one starts; null for none.</summary>
    public string? After { get; init; }

    /// <summary>Why it cannot run on this machine; null where it can.</summary>
    public string? Skipped { get; init; }
}
