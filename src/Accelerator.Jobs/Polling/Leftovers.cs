using Accelerator.Engine.Storage;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Polling;

/// <summary>
/// Deletes what an interrupted transfer has left of a file: its <c>.part</c> and its journal. They wait for the next try, which never comes
/// when the file is gone from the server.
/// </summary>
/// <param name="rules">The rules for local names.</param>
internal sealed class Leftovers(NameRules rules, TimeProvider time)
{
    /// <summary>
    /// Deletes the leftovers of files that vanish, before that is recorded: after a crash in between, the next poll deletes them.
    /// </summary>
    /// <param name="folder">The files' folder.</param>
    /// <param name="changes">The changes that a poll has decided on.</param>
    public async Task DeleteAsync(KnownFolder folder, IReadOnlyList<FileChange> changes, CancellationToken cancellationToken)
    {
        foreach (var change in changes)
        {
            if (change is not { Before: not null, After.State: FileState.Vanished }) continue;
            var target = TargetFolder.FileIn(folder.Target, change.After.Name, rules);
            if (PartNames.SideFiles(target).Any(File.Exists)) await DeleteAsync(target, cancellationToken).ConfigureAwait(false);
        }
    }

    private async Task DeleteAsync(string target, CancellationToken cancellationToken)
    {
        try
        {
            var part = await PartialFile.OpenAsync(target, UnbufferedWrites.Off, size: null, time, cancellationToken).ConfigureAwait(false);
            await part.DiscardAsync().ConfigureAwait(false);
        }
        catch (StorageException)
        {
            // Another run holds it, or the disk refuses: a leftover file is no reason to end a poll.
        }
    }
}
