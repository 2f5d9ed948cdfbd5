using System.Text;
using Accelerator.Ftp;

namespace Accelerator.Cli.Doctor;

/// <summary>The end of a log.</summary>
internal static class LogTail
{
    /// <summary>Bytes that are taken at most.</summary>
    public const int Most = 1 << 20;

    /// <summary>
    /// Reads it. Of a longer log the first line is left out: it may begin in the middle of a secret, where nobody would know it for one.
    /// </summary>
    public static async Task<(string? Text, string Problem)> ReadAsync(string path, CancellationToken cancellationToken)
    {
        try
        {
            // Somebody may be writing it.
            var file = new FileStream(
                path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, bufferSize: 0, useAsync: true);
            await using (file.ConfigureAwait(false))
            {
                var isCut = file.Length > Most;
                // One byte more: where it is a line's end, the next line is whole.
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
