using Accelerator.Engine.Ranges;

namespace Accelerator.Engine.Probing;

/// <summary>Decides whether a server honours REST, from the bytes it sent. A 350 is no evidence. Pure.</summary>
internal static class RestPolicy
{
    /// <summary>Judges the bytes from an offset.</summary>
    /// <param name="head">The file's beginning, fetched without REST.</param>
    /// <param name="offset">The requested offset within it.</param>
    /// <param name="got">The received bytes.</param>
    /// <param name="endsRight">Whether a fetch near the end returned exactly the rest of the file; null when that could not be
    /// tested.</param>
    public static (FeatureVerdict Verdict, string Detail) Judge(
        ReadOnlySpan<byte> head, int offset, ReadOnlySpan<byte> got, bool? endsRight)
    {
        var expected = head.Slice(offset, Math.Min(got.Length, head.Length - offset));
        if (got.Length == 0 || expected.Length < got.Length) return (FeatureVerdict.Unclear, $"no data came from offset {offset}");
        if (endsRight == false)
            return (FeatureVerdict.Ignored, "a fetch near the end of the file did not give the rest of it: offsets are ignored, or wrap");

        if (!got.SequenceEqual(expected))
        {
            return got.SequenceEqual(head[..got.Length])
                ? (FeatureVerdict.Ignored, "the marker was taken, and the data began at byte 0")
                : (FeatureVerdict.Ignored, $"other bytes came from offset {offset} than stand there");
        }
        if (!SeamSample.IsFlat(got) && !got.SequenceEqual(head[..got.Length]))
            return (FeatureVerdict.Proven,
                $"{got.Length} bytes from offset {offset} are those of the plain "
                    + $"start{(endsRight == true ? ", and near the end the count is right" : "")}");
        return endsRight == true
            ? (FeatureVerdict.Proven, "by the count of bytes near the end; the data at the start repeats itself")
            : (FeatureVerdict.Unclear, "cannot tell: constant data");
    }
}
