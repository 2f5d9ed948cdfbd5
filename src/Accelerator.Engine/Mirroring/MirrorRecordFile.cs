using System.Diagnostics.CodeAnalysis;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;

namespace Accelerator.Engine.Mirroring;

/// <summary>
/// The file of the record: in the local root, so that it moves with the files. It also marks the folder as one of a mirror, for the
/// mirrors of the folders above; so it stays when it names no file.
/// </summary>
internal static class MirrorRecordFile
{
    /// <summary>The name of the record, and the prefix of the names of all files of this program in a local root.</summary>
    public const string Name = ".ftpx-mirror";

    private const int LongestRecord = 1 << 30;
    private const string Foreign = "is not a regular file";

    /// <summary>Returns whether a name belongs to this program.</summary>
    public static bool IsOwn(string name) => name.StartsWith(Name, StringComparison.OrdinalIgnoreCase);

    /// <summary>Returns the server and folder, as the record names them.</summary>
    public static string SiteOf(TransferSource source) =>
        $"{source.Endpoint.Scheme}://{Uri.EscapeDataString(source.Credential.User)}@{source.Endpoint}/"
            + Convert.ToHexString(source.Path.Bytes.Span);

    /// <summary>Reads the record. One that cannot be used counts as none, and is reported.</summary>
    /// <returns>The record; and the problem, one sentence, or null.</returns>
    public static async Task<(MirrorRecord Record, string? Problem)> ReadAsync(
        string root, TransferSource source, NameRules rules, CancellationToken cancellationToken)
    {
        var path = Path.Combine(root, Name);
        var (record, problem) = Directory.Exists(path)
            ? (null, Foreign)
            : await RecordFile.ReadAsync<MirrorRecord>(
                path, LongestRecord, Foreign, Foreign, TryRead, cancellationToken).ConfigureAwait(false);
        return (record ?? new MirrorRecord(rules), problem is null ? null : Refused(path, problem));

        bool TryRead(ReadOnlyMemory<byte> content, [NotNullWhen(true)] out MirrorRecord? read, [NotNullWhen(false)] out string? why) =>
            MirrorRecordFormat.TryRead(content.Span, SiteOf(source), rules, out read, out why);
    }

    /// <summary>Writes the record where it has changed.</summary>
    /// <param name="root">The local root.</param>
    /// <param name="source">The server and folder.</param>
    /// <param name="record">The record.</param>
    /// <param name="isMark">Whether a folder without a record gets one in any case.</param>
    /// <param name="time">Clock.</param>
    /// <exception cref="StorageException">The disk refused; the old record is unchanged.</exception>
    public static async Task SaveAsync(string root, TransferSource source, MirrorRecord record, bool isMark, TimeProvider time)
    {
        var path = Path.Combine(root, Name);
        if (!record.IsChanged && (!isMark || Path.Exists(path))) return;
        await AtomicFile.ReplaceOwnAsync(
            path, MirrorRecordFormat.Write(record, SiteOf(source)), time, CancellationToken.None).ConfigureAwait(false);
        record.NoteSaved();
    }

    private static string Refused(string path, string problem) =>
        $"The record of earlier runs is ignored: '{path}' {problem}. Files whose listing does not show whether they changed are "
            + "queried one by one.";
}
