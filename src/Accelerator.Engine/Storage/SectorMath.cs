namespace Accelerator.Engine.Storage;

/// <summary>Whole sectors of <see cref="UnbufferedFileSink.Sector"/> bytes.</summary>
internal static class SectorMath
{
    /// <summary>Start of the sector that holds the byte.</summary>
    public static long Down(long offset) => offset & -UnbufferedFileSink.Sector;

    /// <summary>The next start of a sector, or the offset itself.</summary>
    public static long Up(long offset) => Down(offset + UnbufferedFileSink.Sector - 1);

    /// <summary>Whether the disk can take the memory as it lies there. Managed memory may move and is never aligned for long.</summary>
    public static unsafe bool IsAligned(ReadOnlyMemory<byte> memory)
    {
        if (!System.Runtime.InteropServices.MemoryMarshal.TryGetMemoryManager<byte, Block>(memory, out _)) return false;
        using var pin = memory.Pin();
        return (nint)pin.Pointer % UnbufferedFileSink.Sector == 0;
    }
}
