namespace Accelerator.Jobs.Ledger;

/// <summary>A file that waits for an operator.</summary>
/// <param name="FileId">Its row.</param>
/// <param name="Job">The job's name.</param>
/// <param name="Folder">The folder on the server.</param>
/// <param name="Name">Its name in it.</param>
/// <param name="Size">Bytes, as the listing told.</param>
/// <param name="State"><see cref="FileState.Failed"/> or <see cref="FileState.Quarantined"/>.</param>
/// <param name="Since">When it was put aside.</param>
/// <param name="Attempts">Tries that were charged.</param>
/// <param name="Error">Why, as one sentence.</param>
/// <param name="Kind">A word for it.</param>
public sealed record QuarantinedFile(long FileId, string Job, string Folder, string Name, long Size, FileState State, DateTimeOffset Since,
    int Attempts, string Error, string Kind);
