namespace Accelerator.Jobs.Definitions;

/// <summary>What came of reading a job file.</summary>
/// <param name="File">The file; null where anything is wrong with it.</param>
/// <param name="Problems">All that is wrong, in the order of the lines; empty where nothing is.</param>
public sealed record JobFileReading(JobFile? File, IReadOnlyList<JobFileProblem> Problems);
