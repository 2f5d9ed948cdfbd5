namespace Accelerator.Engine.Storage;

/// <summary>
/// Sums of sizes that servers tell. Whoever names a file of 2^63 - 1 bytes beside another must not end the run: a sum stays at the most
/// there is.
/// </summary>
public static class ByteTotal
{
    /// <summary>Two of them, neither negative.</summary>
    public static long Plus(long some, long more) => more > long.MaxValue - some ? long.MaxValue : some + more;

    /// <summary>All of them, none negative.</summary>
    public static long Of(IEnumerable<long> sizes) => sizes.Aggregate(0L, Plus);
}
