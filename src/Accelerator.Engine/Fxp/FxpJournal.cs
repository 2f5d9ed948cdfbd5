using System.Security.Cryptography;
using System.Text;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;

namespace Accelerator.Engine.Fxp;

/// <summary>
/// The durable record of one copy, kept by its destination name in a folder of the user: what lets a later run go on where the servers have
/// no hash in common. It is replaced whole, and only by the run that holds the name: two runs for one name would write over each other's
/// file.
/// </summary>
internal sealed class FxpJournal : IDisposable
{
    private const string Foreign = "is a link or is longer than any record";

    private readonly string? _path;
    private readonly TimeProvider _time;
    private readonly RunLock? _held;
    private bool _isBroken;

    private FxpJournal(string? path, RunLock? held, TimeProvider time) => (_path, _held, _time) = (path, held, time);

    /// <summary>What an earlier run has left, or this one has written; null for nothing that can be used.</summary>
    public FxpRecord? Record { get; private set; }

    /// <summary>One sentence where there is a record that cannot be used; else null.</summary>
    public string? Problem { get; private set; }

    /// <summary>
    /// Takes a destination name for this run, and reads its record. Where no folder is given, or it cannot be used, what is written lasts
    /// as long as the run.
    /// </summary>
    /// <param name="request">The servers, and <see cref="FxpRequest.Records"/>.</param>
    /// <param name="item">The file.</param>
    /// <param name="time">Clock.</param>
    /// <param name="cancellationToken">Stops it.</param>
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
                    + "two runs for one name would write over each other's file. Wait until it ends or stop it, then run this again.",
                e);
        }
        catch (StorageException e)
        {
            return new FxpJournal(null, null, time)
            {
                Problem = $"What is to be remembered of unfinished copies cannot be kept: {e.Message.TrimEnd('.')}. "
                    + "A later run could not go on with them, and two runs for one name do not see each other.",
            };
        }
    }

    /// <summary>Reads the record of a destination name without taking it; null where there is none that can be used.</summary>
    public static async Task<FxpRecord?> PeekAsync(FxpRequest request, FxpItem item, TimeProvider time, CancellationToken cancellationToken)
    {
        if (request.Records is not { } folder) return null;
        using var journal = new FxpJournal(PathOf(folder, request, item), null, time);
        await journal.ReadAsync(FxpRecord.Key(request, item), cancellationToken).ConfigureAwait(false);
        return journal.Record;
    }

    /// <summary>The file of a destination name.</summary>
    public static string PathOf(string folder, FxpRequest request, FxpItem item)
    {
        var (site, path) = FxpRecord.Key(request, item);
        return Path.Combine(folder,
            $"fxp-{Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes($"{site}\n{path}")))[..32].ToLowerInvariant()}.journal");
    }

    /// <summary>
    /// Replaces the record. Where it cannot be written that is told, once, and the run goes on without: only a later one could not go on
    /// from here.
    /// </summary>
    public async Task WriteAsync(FxpRecord record, IProgress<FxpEvent> events, CancellationToken cancellationToken)
    {
        Record = record with { UpdatedUtc = _time.GetUtcNow() };
        if (_path is null || _isBroken) return;
        try
        {
            await AtomicFile.ReplacePrivateAsync(_path, FxpRecordFormat.Write(Record), _time, cancellationToken).ConfigureAwait(false);
        }
        catch (StorageException e)
        {
            // An old record would speak of what is not so any more.
            _isBroken = true;
            Delete(_path);
            events.Report(new FxpEvent.Notice(NoticeKind.Other, $"{e.Message} A later run could not go on with this copy."));
        }
    }

    /// <summary>Removes the record: the file has its name, or nothing of it is left.</summary>
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
        if (problem is not null) Problem = $"The record '{_path}' of an earlier run is not used: it {problem}.";
    }

    private static void Delete(string path)
    {
        try
        {
            AtomicFile.Delete(path);
        }
        catch (StorageException)
        {
            // What it speaks of is compared with the servers before it is believed.
        }
    }

    private static void MakeFolder(string folder)
    {
        try
        {
            // Which servers somebody uses is nobody else's business.
            if (OperatingSystem.IsWindows()) Directory.CreateDirectory(folder);
            else Directory.CreateDirectory(folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }
        catch (Exception error) when (StorageErrors.IsFromDisk(error))
        {
            throw StorageErrors.From(error, "Creating", folder);
        }
    }
}
