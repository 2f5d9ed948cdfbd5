namespace Accelerator.Loopback.Content;

internal sealed class JoinedContent(FileContent head, FileContent tail) : FileContent(head.Length + tail.Length)
{
    public override void Read(long offset, Span<byte> destination)
    {
        var fromHead = (int)Math.Clamp(head.Length - offset, 0, destination.Length);
        if (fromHead > 0) head.Read(offset, destination[..fromHead]);
        if (fromHead < destination.Length) tail.Read(offset + fromHead - head.Length, destination[fromHead..]);
    }
}
