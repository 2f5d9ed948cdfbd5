namespace Accelerator.Jobs.Ledger;

/// <summary>The files of a job in one state.</summary>
/// <param name="Job">The job's name.</param>
/// <param name="State">The state.</param>
/// <param name="Files">The number of files.</param>
/// <param name="Bytes">The total of their bytes, from listings.</param>
public sealed record StateCount(string Job, FileState State, long Files, long Bytes);
