using Accelerator.Ftp.Control;

namespace Accelerator.Engine.Fxp;

/// <summary>The facts that both servers report about one file before a try.</summary>
internal sealed record FxpFacts
{
    /// <summary>SIZE at the source in bytes; null when the source does not report it.</summary>
    public required long? Size { get; init; }

    /// <summary>MDTM at the source as the server wrote it; null when the source does not report it.</summary>
    public required string? Modified { get; init; }

    /// <summary>SIZE of the final name at the destination; null where there is no such file.</summary>
    public required long? FinalSize { get; init; }

    /// <summary>MDTM of the final name; null where it is not reported, or does not matter because the sizes differ.</summary>
    public string? FinalModified { get; init; }

    /// <summary>SIZE of the partial file at the destination; null where there is none.</summary>
    public required long? PartSize { get; init; }

    /// <summary>Whether the destination reports sizes at all.</summary>
    public required bool DestinationTellsSizes { get; init; }

    /// <summary>
    /// SIZE of the partial file with holes; null where there is none, or it was not queried because no record mentions one.
    /// </summary>
    public long? SegmentedSize { get; init; }

    /// <summary>
    /// Whether the destination is known to store segments of one file correctly (true), or not to (false); null where this was never tried.
    /// </summary>
    public bool? StoresSegments { get; init; }

    /// <summary>
    /// Whether the source is known to end at the offset given by RANG (true), or not to (false); null where this was never tried.
    /// </summary>
    public bool? SendsRanges { get; init; }

    /// <summary>
    /// The record that an earlier run or try left for this very copy; null where there is none, or the source's file has changed since.
    /// </summary>
    public FxpRecord? Earlier { get; init; }

    /// <summary>The features that the source claims.</summary>
    public required FtpFeatures SourceFeatures { get; init; }

    /// <summary>The features that the destination claims.</summary>
    public required FtpFeatures DestinationFeatures { get; init; }
}
