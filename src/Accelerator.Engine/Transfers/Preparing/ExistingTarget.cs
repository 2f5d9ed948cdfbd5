using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;
using Accelerator.Ftp;

namespace Accelerator.Engine.Transfers.Preparing;

/// <summary>
/// Decides about a file whose target exists: it is skipped, refused or replaced, by <see cref="TransferRequest.Skips"/> and
/// <see cref="TransferRequest.Overwrite"/>.
/// </summary>
internal static class ExistingTarget
{
    /// <summary>Returns the items with a listed time withheld from those of which only a query shows whether they are the same.</summary>
    public static IReadOnlyList<TransferItem> WithoutDoubtfulFacts(TransferRequest request)
    {
        if (request.Skips != SkipRule.Same) return request.Items;
        return [.. request.Items.Select(item => IsDoubtful(item) ? item with { Listed = null } : item)];

        // A short listed file is not queried, and LIST shows no time that can be compared.
        static bool IsDoubtful(TransferItem item) =>
            item.Listed is { Modified: null } listed && Here(item) is { Kind: LocalKind.File } here && here.Size == listed.Size;
    }

    /// <summary>Decides without a query.</summary>
    /// <returns>The result of a file that is skipped or refused; null for one that is fetched, or that only a query can judge.</returns>
    public static FileResult? JudgeByListing(TransferItem item, TransferRequest request)
    {
        if (request.Skips == SkipRule.Existing && File.Exists(item.TargetPath))
            return Skipped(item, Here(item)?.Size ?? 0, null, "skipped, because a local file of that name exists");
        if (ReplaceableFile.Obstacle(item.TargetPath) is { } what)
            return Refused(item, $"{item.TargetPath} is {what}, and only regular files are replaced. Give another name with --output.");
        if (request.Skips == SkipRule.Same)
            return item.Listed is { } listed && request.VerifyOf(item).Given is null ? Judge(item, request, listed) : null;
        return request.Overwrite || !File.Exists(item.TargetPath) ? null
            : Refused(item, $"{item.TargetPath} exists already. Give another name with --output, or --overwrite to replace it.");
    }

    /// <summary>Decides when the server has answered.</summary>
    /// <param name="item">The file.</param>
    /// <param name="request">The request.</param>
    /// <param name="identity">The file on the server now.</param>
    /// <param name="cancellationToken">Stops the reading of the local file.</param>
    /// <returns>The result of a file that is skipped or refused; null for one that is fetched.</returns>
    /// <exception cref="StorageException">The local file could not be read.</exception>
    public static async ValueTask<FileResult?> JudgeAsync(
        TransferItem item, TransferRequest request, RemoteIdentity identity, CancellationToken cancellationToken)
    {
        if (request.Skips != SkipRule.Same || Here(item) is not { } here) return null;
        if (request.VerifyOf(item).Given is not { } given)
            return Judge(item, request, here, identity.Size, identity.Modified);

        var digest = here.Kind == LocalKind.Link ? null
            : await ContentHasher.ComputeAsync(item.TargetPath, given.Kind, cancellationToken).ConfigureAwait(false);
        if (digest != given.Value)
            return Differs(item, request, digest is null
                ? "a link here, a file there" : $"its {given.Algorithm} is {digest}, and {given.Name} is {given.Value}");
        return Skipped(item, here.Size, identity.Modified, $"already downloaded; it has {given.Name}") with
        {
            VerifiedBy = given.Name,
            Assurance = Assurance.Hash,
            Sha256 = given.Kind == HashKind.Sha256 ? digest : null,
        };
    }

    private static FileResult? Judge(TransferItem item, TransferRequest request, ListedFacts listed)
    {
        // Without a listed time, only another size can be judged.
        if (Here(item) is not { } here || (listed.Modified is null && listed.Size == here.Size)) return null;
        return Judge(item, request, here, listed.Size, listed.Modified);
    }

    private static FileResult? Judge(TransferItem item, TransferRequest request, in LocalEntry here, long? size, string? modified)
    {
        var found = LocalComparison.BySize(size, here) ?? LocalComparison.ByTime(modified, here, isFat: false);
        // The file system is only read where its even seconds may be the difference.
        if (found.Verdict != ComparisonVerdict.Same && here.Size == (size ?? here.Size) && FreeSpace.IsFat(item.TargetPath))
            found = LocalComparison.BySize(size, here) ?? LocalComparison.ByTime(modified, here, isFat: true);
        return found.Verdict == ComparisonVerdict.Same
            ? Skipped(item, here.Size, modified, $"already downloaded; {(size is null ? "the time matches" : "size and time match")}")
            : Differs(item, request, found.Why);
    }

    // A file that cannot be inspected is refused when it is opened, with the reason. A link that leads nowhere is replaced, as always.
    private static LocalEntry? Here(TransferItem item)
    {
        try
        {
            return File.Exists(item.TargetPath) ? LocalEntry.At(item.TargetPath) : null;
        }
        catch (StorageException)
        {
            return null;
        }
    }

    private static FileResult? Differs(TransferItem item, TransferRequest request, string why) => request.Overwrite ? null : Refused(item,
        $"{item.TargetPath} exists already and differs from the server's file: {why}. To replace it, add --overwrite or --update; "
            + "to keep it, --skip-existing; or give another name with --output.");

    private static FileResult Refused(TransferItem item, string message) =>
        FileResult.Failed(item.Sources[0], item.TargetPath, FailureKind.Usage, message);

    private static FileResult Skipped(TransferItem item, long size, string? modified, string why) =>
        FileResult.Skipped(item.Sources[0], item.TargetPath, size, modified, $"{Path.GetFileName(item.TargetPath)}: {why}.");
}
