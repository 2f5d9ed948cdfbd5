using Accelerator.Engine.Ranges;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Fxp;

namespace Accelerator.Engine.Fxp;

/// <summary>Computes a plan from facts. Pure.</summary>
internal static class FxpPlanner
{
    /// <summary>Appended to the final name until the file is complete.</summary>
    public const string PartSuffix = FxpDestination.TemporarySuffix;

    /// <summary>The temporary name of a file at the destination.</summary>
    public static FtpPath PartOf(FxpItem item) => item.To.WithSuffix(PartSuffix);

    /// <summary>
    /// The temporary name of a file that is stored in segments. It has holes, and its name must not suggest that it is the beginning of the
    /// file.
    /// </summary>
    public static FtpPath SegmentedPartOf(FxpItem item) => item.To.WithSuffix(".segments" + PartSuffix);

    /// <summary>Returns why the file cannot be copied as requested; null where it can.</summary>
    public static (FailureKind Kind, string Message)? Refusal(FxpRequest request, FxpItem item, FxpFacts facts, FxpSide passive)
    {
        var (from, to) = (request.Source.Describe(item.From), request.Destination.Describe(item.To));
        if (request.Source.Endpoint == request.Destination.Endpoint && (item.From.Equals(item.To) || item.From.Equals(PartOf(item))))
            return (FailureKind.Usage, $"{from} would be copied onto itself. Give another name.");
        if (facts.FinalSize is not null && !request.Overwrite)
            return (FailureKind.Usage, $"{to} exists already. Give another name, or --overwrite to replace it.");
        if (facts.Size is null)
            return (FailureKind.Verification,
                $"{from}: the server reports no file size, so it could not be checked whether the whole file arrived. Nothing was sent.");
        if (!facts.DestinationTellsSizes)
            return (FailureKind.Verification,
                $"{to}: the server reports no file sizes, so it could not be checked whether the whole file arrived. Nothing was sent.");
        if (IsPlain(request.Source) != IsPlain(request.Destination) && !request.ViaClient)
            return (FailureKind.Tls,
                $"{from} to {to}: one login is encrypted and the other is not, and one data connection cannot be both. "
                    + "Use ftpes:// for both, send the file through this computer with --via-client, "
                    + "or ftp:// for both if the network itself is protected.");
        if (Protection(request, facts, passive) is null && !request.ViaClient)
            return (FailureKind.Tls,
                $"{from} to {to}: the data connection between the two servers cannot be encrypted, "
                    + "because neither offers to start the TLS handshake (SSCN, CPSV). Nothing was sent. "
                + "Send it through this computer with --via-client, download it with ftpx get, "
                    + "or use ftp:// for both if the network itself is protected.");
        return request.Verify.Mode is VerifyMode.Always && FxpHash.Common(facts.SourceFeatures, facts.DestinationFeatures).Count == 0
            ? (FailureKind.Verification,
                $"{from} to {to}: the servers have no hash command in common, so --verify always is not possible. Nothing was sent.")
            : null;
    }

    /// <summary>
    /// Returns whether the destination has the file already: of equal size, and not older where both servers report times. A copy is
    /// younger than its source by the servers' clocks.
    /// </summary>
    public static bool IsThere(FxpRequest request, long? size, string? modified, long? finalSize, string? finalModified) =>
        request.SkipComplete && finalSize is not null && finalSize == size && (modified is null || finalModified is null
            || string.CompareOrdinal(ListedFacts.ToTheSecond(finalModified), ListedFacts.ToTheSecond(modified)) >= 0);

    /// <summary>
    /// Returns whether the times from two servers, or from one server's listing and MDTM, are equal. Not every server reports fractions of
    /// a second.
    /// </summary>
    public static bool IsSameTime(string? one, string? other) =>
        one == other || (one is not null && other is not null && ListedFacts.ToTheSecond(one) == ListedFacts.ToTheSecond(other)
            && (one.Length == ListedFacts.TimeValDigits || other.Length == ListedFacts.TimeValDigits));

    /// <summary>Plans one try.</summary>
    /// <param name="request">The request.</param>
    /// <param name="item">The file; one that <see cref="Refusal"/> accepts.</param>
    /// <param name="facts">The current facts of the servers.</param>
    /// <param name="strategy">The strategy derived from earlier tries.</param>
    public static FxpPlan Plan(FxpRequest request, FxpItem item, FxpFacts facts, FxpStrategy strategy)
    {
        var size = facts.Size ?? throw new ArgumentException("A file of unknown size is not planned.", nameof(facts));
        var hashes = FxpHash.Common(facts.SourceFeatures, facts.DestinationFeatures);
        var protection = IsPlain(request.Source) == IsPlain(request.Destination) ? Protection(request, facts, strategy.Passive) : null;
        var isRelayed = strategy.IsRelayed || (protection is null && request.ViaClient);
        var isKnown = strategy.IsPartOwn || (facts.Earlier is { IsSegmented: false } && request.Resume && !strategy.Distrust);
        var segments = FxpSegmentPolicy.Plan(request, facts, strategy);
        var offset = segments is not null ? 0 : Offset(request, size, facts.PartSize ?? 0, isKnown || hashes.Count > 0, strategy);
        return new FxpPlan
        {
            Item = item,
            Size = size,
            Modified = facts.Modified,
            Part = segments is null ? PartOf(item) : SegmentedPartOf(item),
            Segments = segments,
            Offset = offset,
            Seam = offset == 0 ? null : new ByteRange(Math.Max(0, offset - SeamSample.Length), offset),
            MustHash = offset > 0 && !isKnown,
            Removes = [.. Removed(item, facts, offset, segments)],
            Hashes = hashes,
            Passive = strategy.Passive,
            Append = offset > 0 && strategy.Append,
            IsRelayed = isRelayed,
            Protection = protection ?? (isRelayed
                ? FxpProtection.None : throw new ArgumentException("What cannot be protected is not planned.", nameof(facts))),
        };
    }

    // Only the record shows a partial file with holes; without a record, one may exist.
    private static IEnumerable<FtpPath> Removed(FxpItem item, FxpFacts facts, long offset, FxpSegments? segments)
    {
        if (offset == 0 && facts.PartSize is not null) yield return PartOf(item);
        if (segments is null ? facts.SegmentedSize is not null : segments.Kept.Count == 0) yield return SegmentedPartOf(item);
    }

    // Bytes that no record covers may belong to another version, which a size cannot show: only a hash of the complete file at the end can.
    private static long Offset(FxpRequest request, long size, long held, bool hasWitness, FxpStrategy strategy)
    {
        var isTrusted = strategy.IsPartOwn || (request.Resume && hasWitness && !strategy.Distrust);
        return isTrusted && !strategy.WithoutRestart && held <= size ? held : 0;
    }

    private static FxpProtection? Protection(FxpRequest request, FxpFacts facts, FxpSide passive)
    {
        if (IsPlain(request.Source) && IsPlain(request.Destination)) return FxpProtection.None;
        var listener = passive == FxpSide.Source ? facts.SourceFeatures : facts.DestinationFeatures;
        if (listener.Has("CPSV")) return FxpProtection.Cpsv;
        // The connecting server starts as the TLS client, where it can: swapping the servers' parts swaps the handshake too, and a server
        // that does not trust the other's certificate may be trusted by it.
        var (source, destination) = (facts.SourceFeatures.Has("SSCN"), facts.DestinationFeatures.Has("SSCN"));
        if (source && (passive == FxpSide.Destination || !destination)) return FxpProtection.SscnAtSource;
        return destination ? FxpProtection.SscnAtDestination : null;
    }

    private static bool IsPlain(FxpServer server) => server.Endpoint.Security == FtpSecurity.None;
}
