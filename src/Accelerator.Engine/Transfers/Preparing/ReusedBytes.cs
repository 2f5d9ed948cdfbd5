using Accelerator.Engine.Journals;

namespace Accelerator.Engine.Transfers.Preparing;

/// <summary>The data of an earlier run that this run reuses.</summary>
/// <param name="State">The journal without the bytes that do not match their checksums.</param>
/// <param name="DamagedBytes">The number of bytes that do not match.</param>
/// <param name="UncheckedBytes">The number of bytes that have a checksum but were not compared because the time limit was reached.</param>
internal sealed record ReusedBytes(JournalState State, long DamagedBytes, long UncheckedBytes)
{
    /// <summary>The number of blocks, or parts of blocks, that do not match.</summary>
    public int DamagedParts { get; init; }
}
