namespace Accelerator.Jobs.Ledger;

/// <summary>How many files of a job are in a state.</summary>
/// <param name="Job">The job's name.</param>
/// <param name="State">The state.</param>
/// <param name="Files">Files.</param>
/// <param name="Bytes">Their bytes together, as listings told.</param>
public sealed record StateCount(string Job, FileState State, long Files, long Bytes);
