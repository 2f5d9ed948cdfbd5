using Accelerator.Engine.Storage;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Polling;

/// <summary>
/// What an interrupted transfer has left of a file: its <c>.part</c> and its journal. They wait for the next try, which never comes when
/// the file is gone from the server.
/// </summary>
/// <param name="rules">What local names may be.</param>
/// <param name="time">Clock.</param>
internal sealed class Leftovers(NameRules rules, TimeProvider time)
{
    /// <summary>Deletes them for files that vanish. Before that is recorded: after a crash in between, the next look does it.</summary>
    /// <param name="folder">Their folder.</param>
    /// <param name="changes">What a look has decided.</param>
    /// <param name="cancellationToken">Stops it.</param>
    public async Task DeleteAsync(KnownFolder folder, IReadOnlyList<FileChange> changes, CancellationToken cancellationToken)
    {
        foreach (var change in changes)
        {
            if (change is not { Before: not null, After.State: FileState.Vanished }) continue;
            var target = TargetFolder.FileIn(folder.Target, change.After.Name, rules);
            if (PartialFile.SideFiles(target).Any(File.Exists)) await DeleteAsync(target, cancellationToken).ConfigureAwait(false);
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
            // Another run has it, or the disk refuses: a file too many is no ground to end a look.
        }
    }
}
