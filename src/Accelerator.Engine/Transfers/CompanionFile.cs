using System.Text;
using Accelerator.Engine.Storage;
using Accelerator.Ftp;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Transfers;

/// <summary>A small file beside the big one that holds its digest: <c>big.bin.sha256</c>, <c>big.bin.md5</c>.</summary>
internal static class CompanionFile
{
    /// <summary>What is added to the name.</summary>
    public static string Suffix(FileQuestion question) => question == FileQuestion.Sha256Companion ? ".sha256" : ".md5";

    /// <summary>The algorithm, and the length of its digest in hexadecimal.</summary>
    public static (HashKind Kind, int Digits) Algorithm(FileQuestion question) =>
        question == FileQuestion.Sha256Companion ? (HashKind.Sha256, 64) : (HashKind.Md5, 32);

    /// <summary>Its text; null when there is none that can be read, or it is too long to be one.</summary>
    /// <exception cref="FtpException">The session is dead.</exception>
    public static async Task<string?> ReadAsync(FtpSession session, FtpPath path, FileQuestion question, CancellationToken cancellationToken)
    {
        try
        {
            var companion = path.WithSuffix(Suffix(question));
            if (await session.SizeAsync(companion, cancellationToken).ConfigureAwait(false) is not (> 0 and <= HashFile.MaxLength)) return null;
            return Encoding.Latin1.GetString(await SeamProbe.ReadAsync(session, companion, 0, HashFile.MaxLength, cancellationToken).ConfigureAwait(false));
        }
        catch (FtpReplyException e) when (e.SessionUsable)
        {
            return null;
        }
    }
}
