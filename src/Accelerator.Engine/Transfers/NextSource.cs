namespace Accelerator.Engine.Transfers;

/// <summary>
/// A SHA-256 that the user gave says which file is wanted, whoever has it. A source that has another one is passed over: the file is begun
/// anew from the next one, as if there had never been the one before.
/// </summary>
internal static class NextSource
{
    /// <summary>Whether the file can still come from another source.</summary>
    /// <param name="file">The file, which has not ended.</param>
    /// <param name="kind">What it would fail for.</param>
    /// <param name="digest">Its SHA-256, where it is not the one that was given; null for any other failure.</param>
    public static bool Follows(FileTransfer file, FailureKind kind, string? digest) =>
        file.Item.Sources.Count > 1 && (digest is not null || (file.Passed.Count > 0 && IsOfSource(kind)));

    /// <summary>Begins the file anew. Its streams have let go of it, and nothing of it is on the disk.</summary>
    public static void Begin(FileTransfer file, string message, string? digest, TransferRun run)
    {
        var successor = file.FromNextSource(Passed(file, message, digest));
        var first = digest is null
            ? $"{message.TrimEnd('.')}." : $"{file.Item.Sources[0]} does not have the file with the given SHA-256 (its own has {digest}).";
        run.Notice(NoticeKind.Replica, $"{first} It is fetched from {successor.Item.Sources[0]} instead.");
        run.Files.Replace(file, successor);
        run.WorkChanged.Set();
    }

    /// <summary>What is said of a file that no source is left for: what each of them had.</summary>
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

    // With this computer's own troubles, and where the user stops it, another source does not help.
    private static bool IsOfSource(FailureKind kind) => kind is not (FailureKind.Usage or FailureKind.Disk or FailureKind.Cancelled);
}
