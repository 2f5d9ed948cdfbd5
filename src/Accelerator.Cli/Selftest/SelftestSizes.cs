namespace Accelerator.Cli.Selftest;

/// <summary>How much the checks move, in bytes.</summary>
/// <param name="Cap">Bytes per second of each connection in the capped checks.</param>
/// <param name="Capped">Size of their files. At least 16 MiB: smaller files have no journal to resume from.</param>
/// <param name="Fast">Size of the file that is fetched without a cap.</param>
internal sealed record SelftestSizes(long Cap, long Capped, long Fast)
{
    /// <summary>8 MiB/s, 32 MiB and 256 MiB: four seconds for one stream, some ten in all.</summary>
    public static SelftestSizes Default { get; } = new(8 << 20, 32 << 20, 256 << 20);
}
