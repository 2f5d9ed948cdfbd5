using Accelerator.Engine.Ranges;

namespace Accelerator.Engine.Transfers;

/// <summary>
/// Chooses which bytes are read once more after the last byte. Size and time do not show that a file was overwritten in place when the
/// server tells neither, or keeps both. Pure.
/// </summary>
internal static class SamplePolicy
{
    /// <summary>Samples of one file, at most. Idle sessions read them side by side.</summary>
    public const int Most = 8;

    // A shorter file that came by one RETR leaves little time for an overwrite that also keeps size and time. Bytes and not seconds, so
    // that the same file is always treated alike.
    private const long LeastOfOneRange = 16 << 20;

    /// <summary>Returns the ranges to read again, in order; empty where a sample would cost more than it shows.</summary>
    /// <param name="evidence">What is known of the transfer. No hash proves the file.</param>
    public static IReadOnlyList<ByteRange> Choose(in SampleEvidence evidence)
    {
        if (evidence.Length == 0 || (evidence.Ranges <= 1 && evidence.HasIdentity && evidence.Length < LeastOfOneRange)) return [];
        // Each sample needs a port that the server connects to, and pyftpdlib was seen not to answer EPRT for 30 s after a transfer that
        // was left early.
        if (evidence.IsActive && evidence.HasIdentity) return [];
        // Without a size the whole of such a file is read once more at its end anyway.
        if (!evidence.HasSize && evidence.Length <= SeamSample.Length) return [];

        var samples = new List<ByteRange>();
        if (evidence.HasHead) samples.Add(new ByteRange(0, Math.Min(SeamSample.Length, evidence.Length)));
        if (evidence.IsSingle) return samples;
        var inner = evidence.Early.Where(static range => range.Start > 0 && range.Length >= SeamSample.Length).ToList();
        var count = Math.Min(inner.Count, Most - samples.Count);
        for (var i = 0; i < count; i++) samples.Add(Middle(inner[i * inner.Count / count]));
        return samples;
    }

    private static ByteRange Middle(ByteRange range)
    {
        var start = range.Start + ((range.Length - SeamSample.Length) / 2);
        return new ByteRange(start, start + SeamSample.Length);
    }
}
