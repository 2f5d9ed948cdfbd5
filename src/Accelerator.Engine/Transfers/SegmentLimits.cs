namespace Accelerator.Engine.Transfers;

/// <summary>Bounds on the length in bytes of a range assigned to one stream.</summary>
/// <param name="Minimum">No range is split below this. Default 256 KiB.</param>
/// <param name="Maximum">No single RETR is planned longer than this. Default: no bound, because every new RETR pays a new slow
/// start.</param>
public sealed record SegmentLimits(long Minimum, long Maximum)
{
    /// <summary>Bounds from 256 KiB to unlimited.</summary>
    public static SegmentLimits Default { get; } = new(256 << 10, long.MaxValue);
}
