using Accelerator.Engine.Storage;

namespace Accelerator.Engine.Sites;

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
        // The length distinguishes "everybody" from any user name.
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
            notPlain: "is a link or no plain file",
            tooLong: "is longer than any file of this program",
            SiteFormat.TryRead,
            cancellationToken).ConfigureAwait(false);
        return (record, problem is null ? null : Refused(path, problem));
    }

    internal static string Refused(string path, string problem) =>
        $"What is remembered of a server is not used: '{path}' {problem}. Correct the file or remove it.";

    // FNV-1a. A file names its own key, so a collision only loses one profile; a cryptographic hash here would load its library before the
    // first packet.
    private static ulong Digest(string text) => text.Aggregate(14695981039346656037, (hash, c) => (hash ^ c) * 1099511628211);
}
