using Accelerator.Engine.Storage;

namespace Accelerator.Engine.Sites;

/// <summary>Where a site's file is, and what is in it.</summary>
internal static class SiteFile
{
    /// <summary>What all of these files match.</summary>
    internal const string Pattern = "site-*.json";

    private const int LongestShownHost = 80;

    /// <summary>
    /// The file of a key: the host for people, a digest of the whole key because a user's name may hold anything, and "site-" before it
    /// because Windows opens a device where a name begins with "con." or "aux.".
    /// </summary>
    internal static string PathOf(string folder, SiteKey key)
    {
        var host = string.Concat(key.Host.Take(LongestShownHost).Select(c => char.IsAsciiLetterOrDigit(c) || c is '.' or '-' ? c : '_'));
        // The length keeps "everybody" and a user apart, whatever the user is called.
        var whole = $"{key.Host}\n{key.Port}\n{key.User?.Length ?? -1}\n{key.User}{(key.Path is null ? "" : $"\n{key.Path}")}";
        return Path.Combine(folder, $"site-{host}-{key.Port}-{Digest(whole):x16}.json");
    }

    /// <summary>Reads a file. Throws nothing but cancellation.</summary>
    /// <returns>The record; or what is wrong, one sentence; or neither, when there is no file.</returns>
    internal static async Task<(SiteRecord? Record, string? Problem)> ReadAsync(string path, CancellationToken cancellationToken)
    {
        var (record, problem) = await RecordFile.ReadAsync<SiteRecord>(
            path,
            SiteFormat.MaximumBytes,
            notPlain: "is a link or no plain file",
            tooLong: "is longer than any file of this program",
            SiteFormat.TryRead,
            cancellationToken).ConfigureAwait(false);
        return (record, problem is null ? null : Refused(path, problem));
    }

    internal static string Refused(string path, string problem) =>
        $"What is remembered of a server is not used: '{path}' {problem}. Correct the file or remove it.";

    // FNV-1a. A file says itself whose it is, so keys that meet in one name cost a memory and no more; a cryptographic hash here would
    // load its library before the first packet.
    private static ulong Digest(string text) => text.Aggregate(14695981039346656037, (hash, c) => (hash ^ c) * 1099511628211);
}
