namespace Accelerator.Jobs.Ledger;

/// <summary>A file that is known and not delivered: waiting, failed, quarantined, skipped, or lost.</summary>
/// <param name="Folder">The folder on the server.</param>
/// <param name="Name">The name in the folder.</param>
/// <param name="State">Its state.</param>
/// <param name="Modified">The time of its last change, from the listing; null if that reported none in UTC.</param>
/// <param name="FirstSeen">When it was first seen.</param>
/// <param name="IsSkipped">Whether an operator skipped it.</param>
public sealed record PendingFile(
    string Folder, string Name, FileState State, string? Modified, DateTimeOffset FirstSeen, bool IsSkipped)
{
    /// <summary>Whether it was complete, and gone from the server before it was delivered.</summary>
    public bool IsLost => State == FileState.Vanished;
}
