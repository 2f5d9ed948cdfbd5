using Accelerator.Engine.Journals;

namespace Accelerator.Engine.Transfers;

/// <summary>What an earlier run left and this one goes on with.</summary>
/// <param name="State">The journal without the bytes that do not match their checksums.</param>
/// <param name="DamagedBytes">How many bytes do not match.</param>
/// <param name="UncheckedBytes">How many bytes have a checksum and were not compared because the limit of time was reached.</param>
internal sealed record ReusedBytes(JournalState State, long DamagedBytes, long UncheckedBytes)
{
    /// <summary>Blocks, or parts of blocks, that do not match.</summary>
    public int DamagedParts { get; init; }
}
