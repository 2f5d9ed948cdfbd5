using System.Text.Json.Serialization;

namespace Accelerator.Jobs.Delivering;

/// <summary>
/// A manifest: complete lines, each appended at the end. One caller at a time. While a line is written, other writing processes are kept
/// out, but readers are not.
/// </summary>
internal static class ManifestFile
{
    /// <summary>Appends a line and makes it durable.</summary>
    /// <param name="path">The manifest; its folder is created if it does not exist.</param>
    /// <param name="line">The line without its end.</param>
    /// <exception cref="IOException">The manifest cannot be written, or another process is writing it.</exception>
    /// <exception cref="UnauthorizedAccessException">Access to the manifest is denied.</exception>
    public static async Task AppendAsync(string path, byte[] line, CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(path))!);
        var manifest = new FileStream(
            path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.Read, bufferSize: 0, FileOptions.Asynchronous);
        await using (manifest.ConfigureAwait(false))
        {
            // .NET's append is a seek and a write: two concurrent writers would overwrite each other. Windows refuses the second by its
            // share mode. On Linux .NET shares by flock, with which a reader would keep the writer out; a record lock applies between
            // writers only, and ends when the file is closed.
            if (OperatingSystem.IsLinux()) manifest.Lock(0, 1);
            // A power cut may have torn the last line: it must not spoil this one too.
            byte[] text = await EndsWithinLineAsync(manifest, cancellationToken).ConfigureAwait(false)
                ? [(byte)'\n', .. line, (byte)'\n'] : [.. line, (byte)'\n'];
            manifest.Seek(0, SeekOrigin.End);
            // One write for the line and its end, so that a crash leaves complete lines.
            await manifest.WriteAsync(text, cancellationToken).ConfigureAwait(false);
            manifest.Flush(flushToDisk: true);
        }
    }

    private static async Task<bool> EndsWithinLineAsync(FileStream manifest, CancellationToken cancellationToken)
    {
        if (manifest.Length == 0) return false;
        var last = new byte[1];
        manifest.Seek(-1, SeekOrigin.End);
        return await manifest.ReadAsync(last, cancellationToken).ConfigureAwait(false) == 1 && last[0] != '\n';
    }
}

/// <summary>A delivery in a manifest. After a crash a line may be repeated, with the same <paramref name="Event"/>.</summary>
/// <param name="Event">The event id: the same for every try, and unique to this delivery.</param>
/// <param name="Job">The job.</param>
/// <param name="Server">The server's name in the job file.</param>
/// <param name="Remote">The path on the server.</param>
/// <param name="Path">The path of the delivered file.</param>
/// <param name="Size">Bytes.</param>
/// <param name="Modified">The last change, from the server.</param>
/// <param name="Sha256">SHA-256 if it was computed.</param>
/// <param name="FirstSeen">When the file was first seen.</param>
/// <param name="Delivered">When the file was delivered.</param>
internal sealed record ManifestLine(
    string Event, string Job, string Server, string Remote, string Path, long Size, string? Modified, string? Sha256,
    DateTimeOffset FirstSeen, DateTimeOffset Delivered);

/// <summary>The JSON format of a manifest.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(ManifestLine))]
internal sealed partial class ManifestJson : JsonSerializerContext;
