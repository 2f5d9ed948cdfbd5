using System.Diagnostics.CodeAnalysis;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;

namespace Accelerator.Engine.Mirroring;

/// <summary>The file of the record: in the local root, so that it moves with the files.</summary>
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

    /// <summary>Writes the record where it has changed; an empty one is removed.</summary>
    /// <exception cref="StorageException">The disk refused; the old record is unchanged.</exception>
    public static async Task SaveAsync(string root, TransferSource source, MirrorRecord record, TimeProvider time)
    {
        if (!record.IsChanged) return;
        var path = Path.Combine(root, Name);
        if (record.IsEmpty) AtomicFile.Delete(path);
        else
            await AtomicFile.ReplaceAsync(
                path, MirrorRecordFormat.Write(record, SiteOf(source)), time, CancellationToken.None).ConfigureAwait(false);
        record.NoteSaved();
    }

    private static string Refused(string path, string problem) =>
        $"The record of earlier runs is ignored: '{path}' {problem}. Files whose listing does not show whether they changed are "
            + "queried one by one.";
}
