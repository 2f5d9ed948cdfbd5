using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers.Files;
using Accelerator.Engine.Transfers.Preparing;
using Accelerator.Ftp;
using Accelerator.Ftp.Control;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Transfers.Finishing;

/// <summary>
/// Applies the strongest requested verification that is available: a given digest, a companion file, a hash command; else the seams.
/// </summary>
internal sealed class HashVerifier(OpenFile file, TransferSource source, MetadataProbe answers, FtpSession session, TransferRun run)
{
    /// <summary>Whether a hash differed from the expected one.</summary>
    public bool FoundMismatch { get; private set; }

    /// <summary>The content's digest, if it differs from the given one.</summary>
    public string? Other { get; private set; }

    /// <summary>Verifies the content.</summary>
    /// <param name="isWhole">Whether seams and lengths verify it already.</param>
    /// <param name="transferTime">The duration of the transfer, to weigh the cost of a hash.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <returns>How it was verified; null when it could not be verified.</returns>
    /// <exception cref="TransferException">A hash differs, or the requested verification is not available.</exception>
    public async Task<FileVerification?> VerifyAsync(bool isWhole, TimeSpan transferTime, CancellationToken cancellationToken)
    {
        var verified = await CompareAsync(isWhole, transferTime, cancellationToken).ConfigureAwait(false);
        return verified is { Sha256: null } found && run.Request.WithSha256 && file.Plan.Part is null && CanCompute(HashKind.Sha256)
            ? found with { Sha256 = await ComputeAsync(HashKind.Sha256, cancellationToken).ConfigureAwait(false) }
            : verified;
    }

    private async Task<FileVerification?> CompareAsync(bool isWhole, TimeSpan transferTime, CancellationToken cancellationToken)
    {
        var verify = file.Plan.Verify;
        if (file.Plan.Part is not null)
        {
            return !isWhole ? null
                : Consistent(isWhole, file.HasDoubtfulOffset ? ConsistencyChecks.OfRepeatedPart : ConsistencyChecks.OfPart);
        }
        if (verify.Given is { } given)
        {
            if (!CanCompute(given.Kind))
                throw new TransferException(FailureKind.Verification,
                    $"{source}: {given.Name} cannot be compared, because a part of the file was fetched again after its first bytes "
                        + "had been written to the output. Discard the output and run the command again, with --verify-first if this "
                        + "repeats.");
            var actual = await ComputeAsync(given.Kind, cancellationToken).ConfigureAwait(false);
            if (!HashComparison.IsSame(actual, given.Value)) Other = actual;
            return Same(actual, given.Value, given.Name) ? Verified(given.Name, given.Kind, actual) : null;
        }
        if (verify.Mode == VerifyMode.None)
            return isWhole || (file.Plan.Identity.Size is null && file.Map.FirstUnproven >= file.Length)
                ? Consistent(isWhole, ConsistencyChecks.NotWanted) : null;

        var companion = await ByCompanionAsync(cancellationToken).ConfigureAwait(false);
        // With several sources the complete file is compared, whatever their servers said before.
        if ((companion is null || IsOfSeveral) && await ByKnownDigestAsync(cancellationToken).ConfigureAwait(false) is { } known)
            return known;
        if (companion is not null) return companion;
        var isWanted = verify.Mode == VerifyMode.Always || !isWhole || IsOfSeveral || HashCost.IsCheap(file.Length, transferTime);
        if (isWanted && await ByCommandAsync(cancellationToken).ConfigureAwait(false) is { } command) return command;

        if (verify.Mode == VerifyMode.Always)
            throw new TransferException(FailureKind.Verification, FilePreparation.CannotVerify(source));
        if (!isWhole && file.Plan.Identity.Size is null)
            throw new TransferException(
                FailureKind.Verification,
                $"{source}: the server reports no size and does not honour REST, so it is unknown whether all {file.Length:N0} bytes came. "
                    + "To accept that, add --verify none.");
        return isWhole ? Consistent(isWhole, WhyNoHash(isWanted)) : null;
    }

    private bool IsOfSeveral => file.Chain.Sources.Any(source => source > 0) || file.Sources.Inherited.Count > 0;

    private string Weakest => file.Plan.Identity.Size is null ? "its end alone"
        : file.Receipts.PeakStreams > 1 || file.Plan.BytesReused > 0 ? "length and seams"
        : "length";

    // List only what was compared: a single stream has no overlaps, and a server without MDTM did not report the time twice.
    private FileVerification Consistent(bool isWhole, string whyNoHash)
    {
        List<string> compared = [];
        if (file.Plan.Identity.Size is not null) compared.Add(file.Plan.IsSizeListed ? "listed size" : "size");
        else if (isWhole && file.Length > 0) compared.Add("end of data");
        if (file.Plan.Identity.Modified is not null && answers.Identity.Modified is not null) compared.Add("time");
        if (file.Chain.HasOverlaps) compared.Add("range overlaps");
        return new FileVerification(Weakest) { Checks = new ConsistencyChecks(compared, whyNoHash) };
    }

    private string WhyNoHash(bool wasWanted)
    {
        if (answers.Features is null) return ConsistencyChecks.NotAsked;
        if (HashCommand.Listed(answers.Features).FirstOrDefault() is not { } strongest) return ConsistencyChecks.NotOffered;
        return ConsistencyChecks.NotCompared(strongest.Name, wasWanted);
    }

    private async Task<FileVerification?> ByCompanionAsync(CancellationToken cancellationToken)
    {
        foreach (var question in CompanionFile.All)
        {
            if (answers.Companion(question) is null) continue;
            var (suffix, kind) = (CompanionFile.Suffix(question), CompanionFile.KindOf(question));
            if (!CanCompute(kind)) continue;
            if (CompanionFile.Digest(answers, question, source.Path) is not { } expected)
            {
                run.Notice(NoticeKind.Verification, $"{source}{suffix} has no hash of this file and was ignored.");
                continue;
            }
            var actual = await ComputeAsync(kind, cancellationToken).ConfigureAwait(false);
            if (Same(actual, expected, $"{source}{suffix}"))
                return Verified($"its companion {suffix} file", kind, actual);
        }
        return null;
    }

    // This digest was already requested to verify a further source, so the server need not read the file twice.
    private async Task<FileVerification?> ByKnownDigestAsync(CancellationToken cancellationToken)
    {
        if (file.Sources.Digest is not { } digest) return null;
        var (name, kind) = (digest.Command.Name, digest.Command.Kind);
        var actual = await ComputeAsync(kind, cancellationToken).ConfigureAwait(false);
        return Same(actual, digest.Value, $"the server's {name}") ? Verified(name, kind, actual) : null;
    }

    private static FileVerification Verified(string by, HashKind kind, string actual) =>
        new(by, kind == HashKind.Sha256 ? actual : null);

    private async Task<FileVerification?> ByCommandAsync(CancellationToken cancellationToken)
    {
        if (answers.Features is not { } features) return null;
        Task<string> OwnAsync(HashKind kind) => ComputeAsync(kind, cancellationToken);
        var (path, length) = (source.Path, file.Length);
        var commands = HashCommand.Listed(features).Where(command => CanCompute(command.Kind));
        var found = await HashComparison.RunAsync(session, commands, path, length, OwnAsync, cancellationToken).ConfigureAwait(false);
        return found is var (command, expected, actual) && Same(actual, expected, $"the server's {command.Name}")
            ? Verified(command.Name, command.Kind, actual)
            : null;
    }

    private bool Same(string actual, string expected, string by)
    {
        if (HashComparison.IsSame(actual, expected)) return true;
        FoundMismatch = true;
        throw new TransferException(FailureKind.Verification,
            $"{source}: the content does not match {by} (expected {expected}, got {actual}). "
                + "Download it again; if it fails again, the file on the server or its hash is wrong.");
    }

    private bool CanCompute(HashKind kind) => file.Spool?.CanCompute(kind) != false;

    private Task<string> ComputeAsync(HashKind kind, CancellationToken cancellationToken) => file.Hash is { } hash && hash.Kind == kind
        ? hash.FinishAsync(file.Length, cancellationToken)
        : ContentHasher.ComputeAsync(file.Part.Sink, file.Length, kind, null, cancellationToken);
}
