using System.Text;
using Accelerator.Ftp;

namespace Accelerator.Cli.Doctor;

/// <summary>The end of a log.</summary>
internal static class LogTail
{
    /// <summary>Bytes that are taken at most.</summary>
    public const int Most = 1 << 20;

    // yyyyMMdd.
    private const int Day = 8;

    /// <summary>The file that <c>--log-file</c> of this name has written last: it puts the day before the extension, and a number after ten megabytes.</summary>
    /// <param name="path">As it was given to <c>--log-file</c>, or the file itself.</param>
    public static string Newest(string path)
    {
        var folder = Path.GetDirectoryName(path);
        if (folder is null || File.Exists(path) || !Directory.Exists(folder)) return path;
        var (stem, extension) = (Path.GetFileNameWithoutExtension(path), Path.GetExtension(path));
        return Directory.EnumerateFiles(folder).Where(file => IsOf(Path.GetFileName(file))).Max(StringComparer.Ordinal) ?? path;

        bool IsOf(string name) => name.StartsWith(stem, StringComparison.Ordinal) && name.EndsWith(extension, StringComparison.Ordinal)
            && name.Length >= stem.Length + Day + extension.Length && name[stem.Length..^extension.Length].All(letter => char.IsAsciiDigit(letter) || letter == '_');
    }

    /// <summary>Reads it. Of a longer log the first line is left out: it may begin in the middle of a secret, where nobody would know it for one.</summary>
    public static async Task<(string? Text, string Problem)> ReadAsync(string path, CancellationToken cancellationToken)
    {
        try
        {
            // Somebody may be writing it.
            var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, bufferSize: 0, useAsync: true);
            await using (file.ConfigureAwait(false))
            {
                var isCut = file.Length > Most;
                // One byte more: where it is a line's end, the next line is whole.
                if (isCut) file.Seek(-Most - 1, SeekOrigin.End);
                var bytes = new byte[Most + 1];
                var length = await file.ReadAtLeastAsync(bytes, bytes.Length, throwOnEndOfStream: false, cancellationToken).ConfigureAwait(false);
                var start = isCut ? bytes.AsSpan(0, length).IndexOf((byte)'\n') is var end && end >= 0 ? end + 1 : length : 0;
                return (Encoding.UTF8.GetString(bytes, start, length - start), "");
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or NotSupportedException or ArgumentException)
        {
            return (null, $"It cannot be read: {SafeText.Escape(e.Message)}");
        }
    }
}
