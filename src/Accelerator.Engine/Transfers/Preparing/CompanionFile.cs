using System.Text;
using Accelerator.Engine.Transfers.Sampling;
using Accelerator.Ftp;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Transfers.Preparing;

/// <summary>A small file beside the transferred one that holds its digest: <c>big.bin.sha256</c>, <c>big.bin.md5</c>.</summary>
internal static class CompanionFile
{
    /// <summary>The queries for companion files, strongest first.</summary>
    public static IReadOnlyList<FileQuestion> All { get; } = [FileQuestion.Sha256Companion, FileQuestion.Md5Companion];

    /// <summary>The suffix appended to the file name.</summary>
    public static string Suffix(FileQuestion question) => question == FileQuestion.Sha256Companion ? ".sha256" : ".md5";

    /// <summary>The algorithm.</summary>
    public static HashKind KindOf(FileQuestion question) =>
        question == FileQuestion.Sha256Companion ? HashKind.Sha256 : HashKind.Md5;

    /// <summary>
    /// Returns the digest that a companion file holds for a file; null when it holds none, does not exist, or was not requested.
    /// </summary>
    public static string? Digest(MetadataProbe answers, FileQuestion question, FtpPath path) =>
        answers.Companion(question) is { } text ? HashFile.Find(text, BytesOf(path), KindOf(question)) : null;

    /// <summary>
    /// The names of the companion files that hold a digest of a file, strongest first; null when the server was not asked for all of them.
    /// </summary>
    public static IReadOnlyList<string>? Usable(MetadataProbe answers, FtpPath path) => !All.All(answers.HasCompanion)
        ? null
        : [.. All.Where(question => Digest(answers, question, path) is not null).Select(question => path.Name + Suffix(question))];

    /// <summary>
    /// Reads the text of a companion file, a character for each byte; null when there is none, it cannot be read, or it is too long to be a
    /// companion file.
    /// </summary>
    /// <exception cref="FtpException">The session is dead.</exception>
    public static async Task<string?> ReadAsync(
        FtpSession session, FtpPath path, FileQuestion question, CancellationToken cancellationToken)
    {
        try
        {
            var companion = path.WithSuffix(Suffix(question));
            var size = await session.OptionalSizeAsync(companion, cancellationToken).ConfigureAwait(false);
            if (size is not (> 0 and <= HashFile.MaxLength)) return null;
            var bytes = await SeamProbe.ReadAsync(session, companion, 0, HashFile.MaxLength, cancellationToken).ConfigureAwait(false);
            return bytes.Length == size ? Encoding.Latin1.GetString(bytes) : null;
        }
        catch (FtpReplyException e) when (e.SessionUsable)
        {
            return null;
        }
    }

    // The name as ReadAsync reads it. The charset of a companion file is not known, but the bytes of the name are the same in both.
    private static string BytesOf(FtpPath path) => Encoding.Latin1.GetString(path.Split().Name.Bytes.Span);
}
