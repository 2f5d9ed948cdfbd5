using System.Text;
using Accelerator.Ftp;

namespace Accelerator.Cli.Doctor;

/// <summary>Reads the last part of a log.</summary>
internal static class LogTail
{
    /// <summary>The maximum number of bytes read.</summary>
    public const int Most = 1 << 20;

    /// <summary>
    /// Reads the end of a log. The first line of a longer log is omitted: it may begin in the middle of a secret, where the secret could
    /// not be recognized.
    /// </summary>
    public static async Task<(string? Text, string Problem)> ReadAsync(string path, CancellationToken cancellationToken)
    {
        try
        {
            // Share all access, because another process may be writing the log.
            var file = new FileStream(
                path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, bufferSize: 0, useAsync: true);
            await using (file.ConfigureAwait(false))
            {
                var isCut = file.Length > Most;
                // One byte more: if it is a line end, the next line is complete.
                if (isCut) file.Seek(-Most - 1, SeekOrigin.End);
                var bytes = new byte[Most + 1];
                var length = await file.ReadAtLeastAsync(
                    bytes, bytes.Length, throwOnEndOfStream: false, cancellationToken).ConfigureAwait(false);
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
