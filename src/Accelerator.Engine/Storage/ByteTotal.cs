namespace Accelerator.Engine.Storage;

/// <summary>
/// Sums of sizes that servers report. A listing with a file of 2^63 - 1 bytes beside another must not end the run: a sum saturates at the
/// maximum.
/// </summary>
public static class ByteTotal
{
    /// <summary>Returns the sum of two sizes, neither negative.</summary>
    public static long Plus(long some, long more) => more > long.MaxValue - some ? long.MaxValue : some + more;

    /// <summary>Returns the sum of all sizes, none negative.</summary>
    public static long Of(IEnumerable<long> sizes) => sizes.Aggregate(0L, Plus);
}
