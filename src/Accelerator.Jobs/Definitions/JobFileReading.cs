namespace Accelerator.Jobs.Definitions;

/// <summary>The result of reading a job file.</summary>
/// <param name="File">The contents of the job file; null if there is any problem.</param>
/// <param name="Problems">All problems, in the order of the lines; empty if there are none.</param>
public sealed record JobFileReading(JobFile? File, IReadOnlyList<JobFileProblem> Problems)
{
    /// <summary>
    /// The ledger that the job file names, even if other parts of the file are invalid: the default one if the file names none or is no
    /// JSON; null if its settings are invalid.
    /// </summary>
    public LedgerDefinition? Ledger { get; init; } = LedgerDefinition.Usual;

    /// <summary>The settings that are valid but cannot work, in the order of the lines.</summary>
    public IReadOnlyList<JobFileProblem> Warnings { get; init; } = [];
}
