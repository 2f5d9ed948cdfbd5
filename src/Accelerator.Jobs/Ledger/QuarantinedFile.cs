namespace Accelerator.Jobs.Ledger;

/// <summary>A file that waits for an operator, or that is lost.</summary>
/// <param name="FileId">The file's row.</param>
/// <param name="Job">The job's name.</param>
/// <param name="Folder">The folder on the server.</param>
/// <param name="Name">The file's name in the folder.</param>
/// <param name="Size">Bytes, from the listing.</param>
/// <param name="State">
/// <see cref="FileState.Failed"/> or <see cref="FileState.Quarantined"/>; <see cref="FileState.Vanished"/> if it is lost.
/// </param>
/// <param name="Since">When it was quarantined, or found to be gone.</param>
/// <param name="Attempts">The number of charged tries.</param>
/// <param name="Error">The reason, as one sentence.</param>
/// <param name="Kind">A keyword for the reason.</param>
public sealed record QuarantinedFile(long FileId, string Job, string Folder, string Name, long Size, FileState State, DateTimeOffset Since,
    int Attempts, string Error, string Kind);
