using Accelerator.Engine.Ranges;

namespace Accelerator.Engine.Sources;

/// <summary>
/// The samples of a file that are compared between two addresses of one server: with size and time they show that it is one host. Chosen at
/// random for each file, so that no server can prepare for them. Pure.
/// </summary>
internal static class HostSamples
{
    /// <summary>The number of samples of a file. Each takes four round trips or so at each address.</summary>
    public const int Most = 8;

    /// <summary>Returns the ranges to compare, in order; the last one ends with the file.</summary>
    /// <param name="size">Bytes of the file, 1 or more.</param>
    /// <param name="random">Chooses the offsets.</param>
    public static IReadOnlyList<ByteRange> Choose(long size, Random random)
    {
        var length = checked((int)Math.Min(size, SeamSample.Length));
        var last = size - length;
        return
        [
            .. Enumerable.Range(0, Most - 1).Select(_ => random.NextInt64(last + 1)).Append(last).Order()
                .Select(start => new ByteRange(start, start + length)),
        ];
    }
}
