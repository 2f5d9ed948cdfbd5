using Accelerator.Engine.Transfers.Files;

namespace Accelerator.Engine.Transfers.Finishing;

/// <summary>
/// Selects the next source of a file. A SHA-256 given by the user identifies the file regardless of the source: a source that has another
/// file is skipped, and the file restarts from the next one, as if the previous source had not existed.
/// </summary>
internal static class NextSource
{
    /// <summary>Returns whether the file can still come from another source.</summary>
    /// <param name="file">The file, which has not ended.</param>
    /// <param name="kind">The kind of failure.</param>
    /// <param name="digest">Its SHA-256, if it differs from the given one; null for any other failure.</param>
    public static bool Follows(FileTransfer file, FailureKind kind, string? digest) =>
        file.Item.Sources.Count > 1 && (digest is not null || (file.Passed.Count > 0 && IsOfSource(kind)));

    /// <summary>Restarts the file. Its streams have released it, and none of its data is on the disk.</summary>
    public static void Begin(FileTransfer file, string message, string? digest, TransferRun run)
    {
        var successor = file.FromNextSource(Passed(file, message, digest));
        var first = digest is null
            ? $"{message.TrimEnd('.')}." : $"{file.Item.Sources[0]} does not have the file with the given SHA-256 (its own has {digest}).";
        run.Notice(NoticeKind.Replica, $"{first} It is fetched from {successor.Item.Sources[0]} instead.");
        run.Files.Replace(file, successor);
        run.WorkChanged.Set();
    }

    /// <summary>Returns the message for a file that has no source left: what each of them had.</summary>
    public static string Sum(FileTransfer file, FailureKind kind, string message, string? digest, Verification verify)
    {
        if (file.Passed.Count == 0 || !IsOfSource(kind)) return message;
        var all = file.Passed.Append(Passed(file, message, digest)).ToList();
        return $"None of the {all.Count} sources has given the file with the SHA-256 {verify.Sha256}. "
            + $"{string.Join("; ", all.Select(passed => $"{passed.Source}: {passed.Why}"))}. Nothing was published. "
            + "Check the hash, or name a server that has the file.";
    }

    private static PassedSource Passed(FileTransfer file, string message, string? digest) =>
        new(file.Item.Sources[0], digest is null ? message.TrimEnd('.') : $"the content does not match, it has {digest}");

    // For local failures, and when the user stops the run, another source does not help.
    private static bool IsOfSource(FailureKind kind) => kind is not (FailureKind.Usage or FailureKind.Disk or FailureKind.Cancelled);
}
