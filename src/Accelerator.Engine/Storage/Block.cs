using System.Buffers;
using System.Runtime.InteropServices;

namespace Accelerator.Engine.Storage;

/// <summary>
/// One block of native memory, in pools <see cref="Size"/> bytes, at a multiple of <see cref="Alignment"/>, as <see cref="Memory{T}"/>.
/// Native and aligned because unbuffered writes require it and because pinned arrays of the managed pool are neither. There is no finaliser
/// on purpose: one could free the memory while the kernel still writes from it. A block returns to its pool.
/// </summary>
internal sealed unsafe class Block : MemoryManager<byte>
{
    /// <summary>Bytes in a block, 1 MiB: the unit of disk writes (NVMe saturates at four of them in flight).</summary>
    public const int Size = 1 << 20;

    /// <summary>Bytes; the alignment of address, offset and length that unbuffered I/O requires on every disk in use.</summary>
    public const int Alignment = 4096;

    private readonly int _length;
    private byte* _start;

    /// <param name="length">Bytes, a multiple of <see cref="Alignment"/>.</param>
    internal Block(int length = Size)
    {
        _length = length;
        _start = (byte*)NativeMemory.AlignedAlloc((nuint)length, Alignment);
    }

    /// <summary>Set by the pool while the block is rented: a block returned twice would be rented to two streams.</summary>
    internal bool IsRented { get; set; }

    /// <inheritdoc/>
    public override Span<byte> GetSpan()
    {
        ObjectDisposedException.ThrowIf(_start is null, this);
        return new Span<byte>(_start, _length);
    }

    /// <inheritdoc/>
    public override MemoryHandle Pin(int elementIndex = 0)
    {
        ObjectDisposedException.ThrowIf(_start is null, this);
        ArgumentOutOfRangeException.ThrowIfGreaterThan((uint)elementIndex, (uint)_length);
        return new MemoryHandle(_start + elementIndex, pinnable: this);
    }

    /// <summary>Does nothing: native memory does not move.</summary>
    public override void Unpin()
    {
    }

    internal void Free() => Dispose(disposing: true);

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        NativeMemory.AlignedFree(_start);
        _start = null;
    }
}
