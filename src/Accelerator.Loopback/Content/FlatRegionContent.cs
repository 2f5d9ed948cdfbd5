namespace Accelerator.Loopback.Content;

internal sealed class FlatRegionContent(FileContent content, long start, long end, byte value) : FileContent(content.Length)
{
    public override void Read(long offset, Span<byte> destination)
    {
        content.Read(offset, destination);
        var from = Math.Max(start, offset);
        var to = Math.Min(end, offset + destination.Length);
        if (from < to) destination[(int)(from - offset)..(int)(to - offset)].Fill(value);
    }
}
