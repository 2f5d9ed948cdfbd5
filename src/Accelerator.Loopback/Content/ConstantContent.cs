namespace Accelerator.Loopback.Content;

internal sealed class ConstantContent(long length, byte value) : FileContent(length)
{
    public override void Read(long offset, Span<byte> destination) => destination.Fill(value);
}
