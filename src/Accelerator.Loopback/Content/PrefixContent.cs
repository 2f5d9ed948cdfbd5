namespace Accelerator.Loopback.Content;

internal sealed class PrefixContent(FileContent whole, long length) : FileContent(length)
{
    public override void Read(long offset, Span<byte> destination) => whole.Read(offset, destination);

    internal override ReadOnlyMemory<byte> Window(long offset, int count, Memory<byte> scratch) => whole.Window(offset, count, scratch);
}
