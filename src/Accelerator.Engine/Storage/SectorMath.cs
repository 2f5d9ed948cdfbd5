namespace Accelerator.Engine.Storage;

/// <summary>Arithmetic on sectors of <see cref="UnbufferedFileSink.Sector"/> bytes.</summary>
internal static class SectorMath
{
    /// <summary>Returns the start of the sector that holds the byte.</summary>
    public static long Down(long offset) => offset & -UnbufferedFileSink.Sector;

    /// <summary>Returns the next start of a sector, or the offset itself.</summary>
    public static long Up(long offset) => Down(offset + UnbufferedFileSink.Sector - 1);

    /// <summary>Returns whether the disk can use the memory in place. Managed memory may move and is never aligned for long.</summary>
    public static unsafe bool IsAligned(ReadOnlyMemory<byte> memory)
    {
        if (!System.Runtime.InteropServices.MemoryMarshal.TryGetMemoryManager<byte, Block>(memory, out _)) return false;
        using var pin = memory.Pin();
        return (nint)pin.Pointer % UnbufferedFileSink.Sector == 0;
    }
}
