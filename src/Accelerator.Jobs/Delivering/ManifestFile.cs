using System.Text.Json.Serialization;

namespace Accelerator.Jobs.Delivering;

/// <summary>
/// A manifest: whole lines, each added at the end. One caller at a time; another process that writes is kept out while a line is written,
/// and whoever reads is not.
/// </summary>
internal static class ManifestFile
{
    /// <summary>Adds a line, and makes it durable.</summary>
    /// <param name="path">The manifest; its folder is made where it is not there.</param>
    /// <param name="line">Without its end.</param>
    /// <param name="cancellationToken">Stops it.</param>
    /// <exception cref="IOException">It cannot be written, or another process writes.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be written.</exception>
    public static async Task AppendAsync(string path, byte[] line, CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(path))!);
        var manifest = new FileStream(
            path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.Read, bufferSize: 0, FileOptions.Asynchronous);
        await using (manifest.ConfigureAwait(false))
        {
            // .NET's append is a seek and a write: two writers at once would write over each other. Windows refuses the second by what it
            // shares. On Linux .NET shares by flock, by which a reader would keep the writer out; a record lock is between writers alone,
            // and goes with the file's end of use.
            if (OperatingSystem.IsLinux()) manifest.Lock(0, 1);
            // A power cut may have torn the last line: it is not to spoil this one too.
            byte[] text = await EndsWithinLineAsync(manifest, cancellationToken).ConfigureAwait(false)
                ? [(byte)'\n', .. line, (byte)'\n'] : [.. line, (byte)'\n'];
            manifest.Seek(0, SeekOrigin.End);
            // One write for the line and its end: a crash leaves whole lines.
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

/// <summary>One delivery in a manifest. After a crash a line may come twice, with the same <paramref name="Event"/>.</summary>
/// <param name="Event">The same for every try, and never another's.</param>
/// <param name="Job">The job.</param>
/// <param name="Server">The server's name in the job file.</param>
/// <param name="Remote">The path on the server.</param>
/// <param name="Path">Where the file is.</param>
/// <param name="Size">Bytes.</param>
/// <param name="Modified">Its last change as the server told it.</param>
/// <param name="Sha256">SHA-256 where it was computed.</param>
/// <param name="FirstSeen">When it was first seen.</param>
/// <param name="Delivered">When it was delivered.</param>
internal sealed record ManifestLine(
    string Event, string Job, string Server, string Remote, string Path, long Size, string? Modified, string? Sha256,
    DateTimeOffset FirstSeen, DateTimeOffset Delivered);

/// <summary>How a manifest is written.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(ManifestLine))]
internal sealed partial class ManifestJson : JsonSerializerContext;
