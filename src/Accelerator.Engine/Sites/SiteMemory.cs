using Accelerator.Engine.Storage;

namespace Accelerator.Engine.Sites;

/// <summary>
/// The site profiles, one small file each, in a folder of the user. Several processes may use it at once: a file is replaced atomically,
/// under a lock. It holds no password and no path on a server. An invalid file is never used and never overwritten.
/// </summary>
public sealed class SiteMemory
{
    /// <summary>
    /// Most profiles that are kept; beyond that the one that was not written for longest is removed, unless it has settings.
    /// </summary>
    internal const int MostSites = 1000;

    private readonly string _folder;
    private readonly TimeProvider _time;

    /// <summary>
    /// How long the first connection of a run may wait for a profile. Default: 1 s; a disk that answers takes milliseconds, but a busy
    /// computer more than 0.1 s. A run that begins without the profile meets the server's limit again, and starts with few streams.
    /// </summary>
    internal TimeSpan ReadLimit { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>How long the end of a run may wait for the disk and for other processes. Default: 2 s.</summary>
    internal TimeSpan WriteLimit { get; init; } = TimeSpan.FromSeconds(2);

    /// <summary>Creates a memory in a folder, which is created when there is something to store.</summary>
    /// <param name="folder">Absolute path; see <see cref="FindFolder"/>.</param>
    /// <param name="time">Clock, for the pauses while others write.</param>
    public SiteMemory(string folder, TimeProvider time)
    {
        ArgumentException.ThrowIfNullOrEmpty(folder);
        ArgumentNullException.ThrowIfNull(time);
        (_folder, _time) = (folder, time);
    }

    /// <summary>
    /// Returns the user's folder: <c>%LocalAppData%\Accelerator\sites</c> on Windows, else <c>$XDG_STATE_HOME/accelerator/sites</c>, where
    /// the variable is <c>~/.local/state</c> when it is not an absolute path (XDG Base Directory Specification).
    /// </summary>
    /// <returns>Null when the environment names none: then nothing is stored.</returns>
    public static string? FindFolder(Func<string, string?> variable, bool isWindows)
    {
        ArgumentNullException.ThrowIfNull(variable);
        var folder = isWindows ? UserFolder.OfWindows(variable) : UserFolder.State(variable);
        return folder is null ? null : Path.Combine(folder, "sites");
    }

    /// <summary>Reads the profile of one login. Throws nothing but cancellation.</summary>
    public async Task<SiteRead> ReadAsync(SiteKey key, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(key);
        var path = SiteFile.PathOf(_folder, key);
        var (record, problem) = await SiteFile.ReadAsync(path, cancellationToken).ConfigureAwait(false);
        if (record is { Key: var found } && found != key)
            (record, problem) = (null, SiteFile.Refused(path, $"is of another site, {found}"));
        return new SiteRead(record ?? SiteRecord.Unknown(key), problem);
    }

    /// <summary>Reads the user's settings for one login: its own override those for all logins. Throws nothing but cancellation.</summary>
    /// <returns>The settings, and one sentence for each file that cannot be used.</returns>
    public async Task<(SiteSettings Settings, IReadOnlyList<string> Problems)> ReadSettingsAsync(
        SiteKey key, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(key);
        var own = await ReadAsync(key, cancellationToken).ConfigureAwait(false);
        var general = await ReadAsync(key.ForAllUsers, cancellationToken).ConfigureAwait(false);
        string?[] problems = [own.Problem, general.Problem];
        return (own.Record.Settings.Over(general.Record.Settings), [.. problems.OfType<string>()]);
    }

    /// <summary>Stores the facts that a run has learned. Throws nothing but cancellation: a failed write loses only a hint.</summary>
    /// <param name="key">The login.</param>
    /// <param name="change">Maps the facts at the time of writing, perhaps from another process, to the new facts.</param>
    /// <param name="cancellationToken">Leaves the profile as it was.</param>
    /// <returns>Null when it is written; otherwise the reason, one sentence for the log.</returns>
    public async Task<string?> LearnAsync(SiteKey key, Func<SiteFacts, SiteFacts> change, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(change);
        try
        {
            await ChangeAsync(key, record => record with { Facts = change(record.Facts) }, cancellationToken).ConfigureAwait(false);
            return null;
        }
        catch (StorageException error)
        {
            return error.Message;
        }
    }

    /// <summary>Stores the user's settings.</summary>
    /// <exception cref="StorageException">They cannot be written, or the existing file cannot be used.</exception>
    public Task SetAsync(SiteKey key, Func<SiteSettings, SiteSettings> change, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(change);
        return ChangeAsync(key, record => record with { Settings = change(record.Settings) }, cancellationToken);
    }

    /// <summary>Deletes the profile of one login at one server, facts and settings, even when its file cannot be used.</summary>
    /// <returns>Whether there was one.</returns>
    /// <exception cref="StorageException">The disk refused.</exception>
    public async Task<bool> ForgetAsync(SiteKey key, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(key);
        return await DeleteAsync([SiteFile.PathOf(_folder, key)], cancellationToken).ConfigureAwait(false) > 0;
    }

    /// <summary>Deletes all profiles.</summary>
    /// <returns>How many files there were.</returns>
    /// <exception cref="StorageException">The disk refused.</exception>
    public Task<int> ForgetAllAsync(CancellationToken cancellationToken) => DeleteAsync(Files(), cancellationToken);

    /// <summary>Reads all profiles. Throws nothing but cancellation.</summary>
    public async Task<SiteListing> ListAsync(CancellationToken cancellationToken)
    {
        var records = new List<SiteRecord>();
        var problems = new List<string>();
        foreach (var path in Files())
        {
            var (record, problem) = await SiteFile.ReadAsync(path, cancellationToken).ConfigureAwait(false);
            if (record is not null && SiteFile.PathOf(_folder, record.Key) != path)
                problem = SiteFile.Refused(path, $"is of another site, {record.Key}");
            if (problem is not null) problems.Add(problem);
            else if (record is not null) records.Add(record);
        }
        return new SiteListing(
            [.. records.OrderBy(r => r.Key.Host, StringComparer.Ordinal).ThenBy(r => r.Key.Port)
                .ThenBy(r => r.Key.User, StringComparer.Ordinal).ThenBy(r => r.Key.Path, StringComparer.Ordinal)],
            problems);
    }

    private async Task ChangeAsync(SiteKey key, Func<SiteRecord, SiteRecord> change, CancellationToken cancellationToken)
    {
        UserFolder.MakePrivate(_folder);
        using var turn = await FolderLock.TakeAsync(_folder, _time, cancellationToken).ConfigureAwait(false);
        var read = await ReadAsync(key, cancellationToken).ConfigureAwait(false);
        if (read.Problem is not null) throw new StorageException(StorageFailure.Failed, read.Problem);

        var path = SiteFile.PathOf(_folder, key);
        var changed = change(read.Record);
        if (changed.IsEmpty)
        {
            AtomicFile.Delete(path);
            return;
        }
        var content = SiteFormat.Write(changed);
        if (content.Length > SiteFormat.MaximumBytes)
            throw new StorageException(StorageFailure.Failed, $"The stored data of {key} was not saved: it would exceed "
                + $"{SiteFormat.MaximumBytes} bytes.");
        if (read.Record.IsEmpty) await MakeRoomAsync(cancellationToken).ConfigureAwait(false);
        await AtomicFile.ReplaceOwnAsync(path, content, _time, cancellationToken).ConfigureAwait(false);
    }

    private async Task<int> DeleteAsync(IEnumerable<string> paths, CancellationToken cancellationToken)
    {
        var there = paths.Where(File.Exists).ToList();
        if (there.Count == 0) return 0;
        using var turn = await FolderLock.TakeAsync(_folder, _time, cancellationToken).ConfigureAwait(false);
        foreach (var path in there) AtomicFile.Delete(path);
        return there.Count;
    }

    private async Task MakeRoomAsync(CancellationToken cancellationToken)
    {
        var files = Files();
        if (files.Count < MostSites) return;
        foreach (var path in files.OrderBy(File.GetLastWriteTimeUtc))
        {
            var (record, _) = await SiteFile.ReadAsync(path, cancellationToken).ConfigureAwait(false);
            if (record is not { Settings.Values.Count: 0 }) continue;
            AtomicFile.Delete(path);
            return;
        }
    }

    private List<string> Files()
    {
        try
        {
            return [.. Directory.EnumerateFiles(_folder, SiteFile.Pattern).Order(StringComparer.Ordinal)];
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}

/// <summary>The path and the content of a site's file.</summary>
internal static class SiteFile
{
    /// <summary>The pattern that all of these files match.</summary>
    internal const string Pattern = "site-*.json";

    private const int LongestShownHost = 80;

    /// <summary>
    /// Returns the file of a key: "site-", because Windows opens a device where a name begins with "con." or "aux.", the host for
    /// readability, and a digest of the complete key because a user's name may hold any character.
    /// </summary>
    internal static string PathOf(string folder, SiteKey key)
    {
        var host = string.Concat(key.Host.Take(LongestShownHost).Select(c => char.IsAsciiLetterOrDigit(c) || c is '.' or '-' ? c : '_'));
        // The length distinguishes "all users" from any user name.
        var whole = $"{key.Host}\n{key.Port}\n{key.User?.Length ?? -1}\n{key.User}{(key.Path is null ? "" : $"\n{key.Path}")}";
        return Path.Combine(folder, $"site-{host}-{key.Port}-{Digest(whole):x16}.json");
    }

    /// <summary>Reads a file. Throws nothing but cancellation.</summary>
    /// <returns>The record; or the problem, one sentence; or neither, when there is no file.</returns>
    internal static async Task<(SiteRecord? Record, string? Problem)> ReadAsync(string path, CancellationToken cancellationToken)
    {
        var (record, problem) = await RecordFile.ReadAsync<SiteRecord>(
            path,
            SiteFormat.MaximumBytes,
            notPlain: "is a link or not a regular file",
            tooLong: "is too large",
            SiteFormat.TryRead,
            cancellationToken).ConfigureAwait(false);
        return (record, problem is null ? null : Refused(path, problem));
    }

    internal static string Refused(string path, string problem) =>
        $"The stored data of a server is ignored: '{path}' {problem}. Correct the file or remove it.";

    // FNV-1a. A file names its own key, so a collision only loses one profile; a cryptographic hash here would load its library before the
    // first packet.
    private static ulong Digest(string text) => text.Aggregate(14695981039346656037, (hash, c) => (hash ^ c) * 1099511628211);
}
