using System.Diagnostics.CodeAnalysis;

namespace Accelerator.Engine.Storage;

/// <summary>Reads a record.</summary>
/// <param name="content">The complete file.</param>
/// <param name="record">The record, when it is complete and consistent.</param>
/// <param name="problem">Otherwise the error, as the rest of a sentence that begins with "it".</param>
internal delegate bool TryReadRecord<T>(
    ReadOnlyMemory<byte> content, [NotNullWhen(true)] out T? record, [NotNullWhen(false)] out string? problem)
    where T : class;

/// <summary>
/// A record in a separate file: read at once, never through a link, and only if it is the user's own (<see cref="OwnFile"/>).
/// <see cref="AtomicFile.ReplaceOwnAsync"/> writes it.
/// </summary>
internal static class RecordFile
{
    /// <summary>Reads the file. Throws nothing but cancellation.</summary>
    /// <param name="path">The file.</param>
    /// <param name="most">Maximum bytes; a longer file is not read.</param>
    /// <param name="notPlain">The error for a link, a pipe or a device, as the rest of a sentence that begins with "it".</param>
    /// <param name="tooLong">The error for a file that is too long, in the same form.</param>
    /// <param name="read">Parses the record.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <returns>The record; or the error, as the rest of a sentence that begins with "it"; or neither, where there is no file.</returns>
    public static async Task<(T? Record, string? Problem)> ReadAsync<T>(
        string path, int most, string notPlain, string tooLong, TryReadRecord<T> read, CancellationToken cancellationToken)
        where T : class
    {
        try
        {
            if (!File.Exists(path)) return default;
            // Opening a pipe would wait for its writer.
            var isOdd = OperatingSystem.IsLinux() && Posix.Identify(path) is { IsPlain: false };
            if (isOdd || new FileInfo(path).LinkTarget is not null) return (null, notPlain);

            // On Windows a reader that shares less blocks a writer's rename.
            const FileShare Everything = FileShare.ReadWrite | FileShare.Delete;
            var file = new FileStream(path, FileMode.Open, FileAccess.Read, Everything, bufferSize: 0, useAsync: true);
            await using var closing = file.ConfigureAwait(false);
            if (OwnFile.Fault(file.SafeFileHandle, path) is { } fault) return (null, fault);
            if (file.Length > most) return (null, tooLong);
            var content = new byte[checked((int)file.Length)];
            await file.ReadExactlyAsync(content, cancellationToken).ConfigureAwait(false);
            return read(content, out var record, out var problem) ? (record, null) : (null, problem);
        }
        catch (FileNotFoundException)
        {
            return default;
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            return (null, $"cannot be read ({error.Message.TrimEnd('.')})");
        }
    }
}
