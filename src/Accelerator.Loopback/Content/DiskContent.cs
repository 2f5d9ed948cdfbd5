using Microsoft.Win32.SafeHandles;

namespace Accelerator.Loopback.Content;

/// <summary>The bytes of an open file up to its current length; read block by block on demand.</summary>
internal sealed class DiskContent(SafeFileHandle handle, long length) : FileContent(length)
{
    public override void Read(long offset, Span<byte> destination)
    {
        while (destination.Length > 0)
        {
            var count = RandomAccess.Read(handle, destination, offset);
            if (count == 0) throw new EndOfStreamException($"The file was cut to {offset} bytes while it was read.");
            destination = destination[count..];
            offset += count;
        }
    }

    // Never on the calling thread: all connections may be waiting for it.
    internal override async ValueTask<ReadOnlyMemory<byte>> WindowAsync(
        long offset, int count, Memory<byte> scratch, CancellationToken cancellationToken) =>
        scratch[..await RandomAccess.ReadAsync(handle, scratch[..count], offset, cancellationToken).ConfigureAwait(false)];
}
