using Accelerator.Engine.Ranges;
using Accelerator.Engine.Transfers.Finishing;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Fxp;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Fxp;

/// <summary>
/// Verifies that the partial file equals the source's file, from the replies of both servers: sizes always, a hash where both have one that
/// is worth its cost, else samples.
/// </summary>
internal sealed class FxpVerifier(FxpRequest request, FxpPlan plan, FtpSession source, FtpSession destination)
{
    private string From => request.Source.Describe(plan.Item.From);

    private string Part => request.Destination.Describe(plan.Part);

    private TimeSpan HashLimit => HashCost.Limit(plan.Size);

    /// <summary>Verifies the file.</summary>
    /// <param name="transferTime">Duration of the transfer, to judge the cost of a hash.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <returns>How it was verified.</returns>
    /// <exception cref="FxpException">The destination holds less than the complete file.</exception>
    /// <exception cref="TransferException">The content differs, the source has changed, or the requested verification is not
    /// available.</exception>
    public async Task<FileVerification> VerifyAsync(TimeSpan transferTime, CancellationToken cancellationToken)
    {
        // Query both servers at once, and await both replies before evaluating either: the sessions stay in use.
        var (looking, weighing) = (CheckSourceAsync(cancellationToken), CheckSizeAsync(cancellationToken));
        await Task.WhenAll(looking, weighing).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await looking.ConfigureAwait(false);
        await weighing.ConfigureAwait(false);
        if (request.Verify.Given is { } given)
            return await ByGivenAsync(given, cancellationToken).ConfigureAwait(false);
        var must = plan.MustHash || request.Verify.Mode == VerifyMode.Always;
        var isWanted = must || (request.Verify.Mode == VerifyMode.Auto && HashCost.IsCheap(plan.Size, transferTime));
        if (isWanted && await ByHashAsync(cancellationToken).ConfigureAwait(false) is { } name) return new FileVerification(name);
        if (must)
            throw new TransferException(
                FailureKind.Verification,
                $"{From}: the servers offer a hash but did not return it, so it is not verified that {Part} is this file. "
                    + "It was not given its final name.");
        // Samples of segments were compared as the segments met.
        if (plan.Segments is not null || await BySamplesAsync(cancellationToken).ConfigureAwait(false))
            return Consistent("size and samples", isWanted, "size", "samples");
        return plan.Offset > 0 ? Consistent("size and seam", isWanted, "size", "range overlaps") : Consistent("size", isWanted, "size");
    }

    private FileVerification Consistent(string by, bool wasWanted, params IReadOnlyList<string> compared)
    {
        var why = (request.Verify.Mode, plan.Hashes) switch
        {
            (VerifyMode.None, _) => ConsistencyChecks.NotWanted,
            (_, []) => ConsistencyChecks.NoneInCommon,
            (_, [var strongest, ..]) => ConsistencyChecks.NotCompared(strongest.Name, wasWanted),
        };
        return new FileVerification(by) { Checks = new ConsistencyChecks(compared, why) };
    }

    // A range that a server refuses to send is no evidence, neither for equal files nor against.
    private async Task<bool> BySamplesAsync(CancellationToken cancellationToken)
    {
        var isRead = false;
        foreach (var range in FxpPolicy.Samples(plan))
        {
            if (!source.IsUsable || !destination.IsUsable) break;
            var verdict = await FxpSeam.CompareAsync(
                source, destination, plan.Item, plan.Part, range, cancellationToken).ConfigureAwait(false);
            if (verdict == SeamVerdict.Different)
                throw new TransferException(
                    FailureKind.Verification,
                    $"{Part} holds other bytes in {range} than {From}. It was not given its final name. Copy it again; "
                        + "if it happens again, one of the servers loses or changes bytes.");
            isRead |= verdict != SeamVerdict.Pending;
        }
        return isRead;
    }

    private async Task CheckSourceAsync(CancellationToken cancellationToken)
    {
        var (_, size, modified) = await FxpInspector.SizeAndModifiedAsync(source, plan.Item.From, cancellationToken).ConfigureAwait(false);
        if (size != plan.Size || !FxpPlanner.IsSameTime(modified, plan.Modified))
            throw new TransferException(
                FailureKind.SourceChanged,
                $"{From} changed while it was copied. {Part} was not given its final name. "
                    + "If the file is still being written, wait until it is complete.");
    }

    private async Task CheckSizeAsync(CancellationToken cancellationToken)
    {
        var (_, held) = await FxpInspector.SizeAsync(destination, plan.Part, cancellationToken).ConfigureAwait(false);
        if (held == plan.Size) return;
        if (held > plan.Size)
            throw new TransferException(FailureKind.Verification,
                $"{Part} has {held:N0} bytes, which is more than the {plan.Size:N0} of {From}. It was not given its final name.");
        throw new FxpException(FxpStep.Data, FxpSide.Destination, null,
            $"{Part} has {held ?? 0:N0} of {plan.Size:N0} bytes, although neither server reported an error") { IsStoring = true };
    }

    private async Task<FileVerification> ByGivenAsync(GivenDigest given, CancellationToken cancellationToken)
    {
        foreach (var hash in plan.Hashes.Where(hash => hash.Destination.Kind == given.Kind))
        {
            var digest = await destination.HashAsync(
                hash.Destination, plan.Part, plan.Size, HashLimit, cancellationToken).ConfigureAwait(false);
            if (digest is not { } actual) continue;
            return HashComparison.IsSame(actual, given.Value)
                ? new FileVerification(given.Name, given.Kind == HashKind.Sha256 ? actual : null)
                : throw Differs(given.Name, given.Value, actual);
        }
        throw new TransferException(FailureKind.Verification,
            $"{Part}: the server computes no {given.Algorithm}, so the one that was given cannot be compared. "
                + "It was not given its final name.");
    }

    // ProFTPD caches a digest by path, size and second: for a file that was rewritten within that second it reports the old one (1.3.8,
    // measured). Another algorithm that agrees, and is no mere checksum, outweighs one that does not: only an equal file makes it agree.
    private async Task<string?> ByHashAsync(CancellationToken cancellationToken)
    {
        TransferException? difference = null;
        foreach (var hash in plan.Hashes.Where(hash => difference is null || !hash.IsChecksum))
        {
            // Both servers read at the same time.
            var asking = source.HashAsync(hash.Source, plan.Item.From, plan.Size, HashLimit, cancellationToken);
            var answering = destination.HashAsync(hash.Destination, plan.Part, plan.Size, HashLimit, cancellationToken);
            await Task.WhenAll(asking, answering).ConfigureAwait(false);
            if (await asking.ConfigureAwait(false) is not { } expected || await answering.ConfigureAwait(false) is not { } actual) continue;
            if (HashComparison.IsSame(actual, expected)) return hash.Name;
            difference ??= Differs($"the source's {hash.Source.Name}", expected, actual);
            // The bytes of an earlier try are the likelier cause: restart the copy, and do not query the other algorithms first.
            if (plan.Offset > 0) throw difference;
        }
        return difference is null ? null : throw difference;
    }

    private TransferException Differs(string what, string expected, string actual) =>
        new(FailureKind.Verification,
            $"{Part} does not match {what} (expected {expected}, got {actual}). It was not given its final name. Copy it again; "
                + "if it fails again, one of the servers loses or changes bytes.");
}
