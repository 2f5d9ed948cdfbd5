using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;

namespace Accelerator.Engine.Mirroring;

/// <summary>Holds a local folder for one run, by the lock on <c>.ftpx-mirror.lock</c>.</summary>
internal sealed class MirrorLock : IDisposable
{
    /// <summary>The file's name.</summary>
    public const string Name = MirrorRecordFile.Name + ".lock";

    private readonly RunLock _held;

    private MirrorLock(RunLock held) => _held = held;

    /// <summary>Locks the folder, which must exist.</summary>
    /// <exception cref="TransferException">Another run holds it (Usage).</exception>
    /// <exception cref="StorageException">The disk refused.</exception>
    public static async Task<MirrorLock> TakeAsync(string root, TimeProvider time, CancellationToken cancellationToken)
    {
        var path = Path.Combine(root, Name);
        try
        {
            return new MirrorLock(await RunLock.TakeAsync(path, time, cancellationToken).ConfigureAwait(false));
        }
        catch (StorageException e) when (e.Reason == StorageFailure.Busy)
        {
            throw new TransferException(
                FailureKind.Usage,
                $"{root} is being mirrored by {RunLock.Holder(path, time)}; two runs in one folder would undo each other's work. "
                    + "Wait until it ends, or stop it, then run the command again.",
                e);
        }
    }

    /// <summary>
    /// Returns the rules for names in a folder. Its volume ignores case if the lock, or in a dry run the record, is found under its name in
    /// upper case: no mirror writes a file of that name.
    /// </summary>
    /// <param name="root">The folder.</param>
    /// <param name="rules">The rules of the system.</param>
    public static NameRules RulesIn(string root, NameRules rules)
    {
        return rules == NameRules.Linux && (IsThere(Name) || IsThere(MirrorRecordFile.Name)) ? NameRules.LinuxIgnoringCase : rules;

        bool IsThere(string name) => Path.Exists(Path.Combine(root, name.ToUpperInvariant()));
    }

    /// <inheritdoc/>
    public void Dispose() => _held.Dispose();
}
