using System.Security.Cryptography;
using System.Text;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Engine.Fxp;

/// <summary>
/// The durable record of one copy, stored in a folder of the user and identified by the destination. With it, a later run can resume even
/// if the servers have no hash algorithm in common. It is replaced atomically, and only by the run that has claimed the destination name:
/// two runs for one name would overwrite each other's file.
/// </summary>
internal sealed class FxpJournal : IDisposable
{
    private const string Foreign = "is a link or too large for a record";

    private readonly string? _path;
    private readonly TimeProvider _time;
    private readonly RunLock? _held;
    private bool _isBroken;

    private FxpJournal(string? path, RunLock? held, TimeProvider time) => (_path, _held, _time) = (path, held, time);

    /// <summary>The record of an earlier run or of this one; null where none can be used.</summary>
    public FxpRecord? Record { get; private set; }

    /// <summary>One sentence where a record exists but cannot be used; else null.</summary>
    public string? Problem { get; private set; }

    /// <summary>
    /// Claims a destination name for this run, and reads its record. Where no folder is given, or it cannot be used, the record lasts only
    /// as long as the run.
    /// </summary>
    /// <param name="request">The servers, and <see cref="FxpRequest.Records"/>.</param>
    /// <param name="item">The file.</param>
    /// <param name="time">Clock.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <exception cref="TransferException">Another run holds the name (Usage).</exception>
    public static async Task<FxpJournal> OpenAsync(FxpRequest request, FxpItem item, TimeProvider time, CancellationToken cancellationToken)
    {
        if (request.Records is not { } folder) return new FxpJournal(null, null, time);
        var path = PathOf(folder, request, item);
        var guard = path + ".lock";
        try
        {
            MakeFolder(folder);
            var journal = new FxpJournal(path, await RunLock.TakeAsync(guard, time, cancellationToken).ConfigureAwait(false), time);
            await journal.ReadAsync(FxpRecord.Key(request, item), cancellationToken).ConfigureAwait(false);
            return journal;
        }
        catch (StorageException e) when (e.Reason == StorageFailure.Busy)
        {
            throw new TransferException(
                FailureKind.Usage,
                $"{request.Destination.Describe(item.To)} is being copied by {RunLock.Holder(guard, time)}; "
                    + "two runs for one name would write over each other's file. Wait until it ends, or stop it, then run the command "
                    + "again.",
                e);
        }
        catch (StorageException e)
        {
            return new FxpJournal(null, null, time)
            {
                Problem = $"The records of unfinished copies cannot be stored: {e.Message.TrimEnd('.')}. "
                    + "A later run cannot resume them, and two runs for the same file are not detected.",
            };
        }
    }

    /// <summary>Reads the record of a destination name without claiming it; null where none can be used.</summary>
    public static async Task<FxpRecord?> PeekAsync(FxpRequest request, FxpItem item, TimeProvider time, CancellationToken cancellationToken)
    {
        if (request.Records is not { } folder) return null;
        using var journal = new FxpJournal(PathOf(folder, request, item), null, time);
        await journal.ReadAsync(FxpRecord.Key(request, item), cancellationToken).ConfigureAwait(false);
        return journal.Record;
    }

    /// <summary>Returns the path of the record of a destination name.</summary>
    public static string PathOf(string folder, FxpRequest request, FxpItem item)
    {
        var (site, path) = FxpRecord.Key(request, item);
        return Path.Combine(folder,
            $"fxp-{Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes($"{site}\n{path}")))[..32].ToLowerInvariant()}.journal");
    }

    /// <summary>
    /// Replaces the record. A write failure is reported once, and the run continues without a record: only a later run could not resume
    /// from here.
    /// </summary>
    public async Task WriteAsync(FxpRecord record, IProgress<FxpEvent> events, CancellationToken cancellationToken)
    {
        Record = record with { UpdatedUtc = _time.GetUtcNow() };
        if (_path is null || _isBroken) return;
        try
        {
            OwnFile.Require(_path);
            await AtomicFile.ReplacePrivateAsync(_path, FxpRecordFormat.Write(Record), _time, cancellationToken).ConfigureAwait(false);
        }
        catch (StorageException e)
        {
            // Delete the previous record, because it no longer describes the current state.
            _isBroken = true;
            Delete(_path);
            events.Report(new FxpEvent.Notice(NoticeKind.Other, Sentences.Join(e.Message, "A later run cannot resume this copy.")));
        }
    }

    /// <summary>Removes the record: the file has its final name, or nothing of it is left.</summary>
    public void Clear()
    {
        Record = null;
        if (_path is not null) Delete(_path);
    }

    /// <inheritdoc/>
    public void Dispose() => _held?.Dispose();

    private async Task ReadAsync((string Site, string Path) key, CancellationToken cancellationToken)
    {
        if (_path is null) return;
        var (record, problem) = await RecordFile.ReadAsync<FxpRecord>(
            _path, FxpRecordFormat.MaximumBytes, Foreign, Foreign, FxpRecordFormat.TryRead, cancellationToken).ConfigureAwait(false);
        if (record is not null && (record.DestinationSite, record.DestinationPath) != key) (record, problem) = (null, "is of another file");
        Record = record;
        if (problem is not null) Problem = $"The record '{_path}' of an earlier run is ignored: it {problem}.";
    }

    private static void Delete(string path)
    {
        try
        {
            AtomicFile.Delete(path);
        }
        catch (StorageException)
        {
            // A record that remains does no harm: it is compared with the servers before it is used.
        }
    }

    private static void MakeFolder(string folder)
    {
        try
        {
            // The list of servers that a user works with is private.
            if (OperatingSystem.IsWindows()) Directory.CreateDirectory(folder);
            else Directory.CreateDirectory(folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }
        catch (Exception error) when (StorageErrors.IsFromDisk(error))
        {
            throw StorageErrors.From(error, "Creating", folder);
        }
    }
}
