namespace Accelerator.Loopback.Content;

internal sealed class MemoryContent(byte[] bytes) : FileContent(bytes.Length)
{
    public override void Read(long offset, Span<byte> destination) =>
        bytes.AsSpan((int)offset, destination.Length).CopyTo(destination);

    internal override ReadOnlyMemory<byte> Window(long offset, int count, Memory<byte> scratch) => bytes.AsMemory((int)offset, count);
}
