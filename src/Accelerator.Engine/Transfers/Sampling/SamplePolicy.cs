using Accelerator.Engine.Ranges;

namespace Accelerator.Engine.Transfers.Sampling;

/// <summary>
/// Chooses which bytes are read once more after the last byte. Size and time do not reveal an overwrite in place when the server reports
/// neither, or keeps both. Pure.
/// </summary>
internal static class SamplePolicy
{
    /// <summary>The maximum number of samples of one file. Idle sessions read them in parallel.</summary>
    public const int Most = 8;

    // A shorter file that came by one RETR leaves little time for an overwrite that also keeps size and time. Measured in bytes rather than
    // seconds, so that the same file is always treated alike.
    private const long LeastOfOneRange = 16 << 20;

    /// <summary>
    /// Bytes of a sample. They fit in the ten segments that a sender may send at first (RFC 6928): a sample of 64 KiB takes two round trips
    /// more.
    /// </summary>
    public const int Length = 12 << 10;

    /// <summary>Returns the ranges to read again, in order; empty when a sample would cost more than it shows.</summary>
    /// <param name="evidence">The facts about the transfer. No hash verifies the file.</param>
    public static IReadOnlyList<ByteRange> Choose(in SampleEvidence evidence)
    {
        if (evidence.Length == 0 || (evidence.Ranges <= 1 && evidence.HasIdentity && evidence.Length < LeastOfOneRange)) return [];
        // Each sample needs a port that the server connects to, and pyftpdlib was seen not to answer EPRT for 30 s after a transfer that
        // was aborted early.
        if (evidence.IsActive && evidence.HasIdentity) return [];
        // Without a size, such a file is read again completely at its end anyway.
        if (!evidence.HasSize && evidence.Length <= SeamSample.Length) return [];

        var samples = new List<ByteRange>();
        if (evidence.HasHead) samples.Add(new ByteRange(0, Math.Min(Length, evidence.Length)));
        if (evidence.IsSingle) return samples;
        var inner = evidence.Early.Where(static range => range.Start > 0 && range.Length >= Length).ToList();
        var count = Math.Min(inner.Count, Most - samples.Count);
        for (var i = 0; i < count; i++) samples.Add(Middle(inner[i * inner.Count / count]));
        return samples;
    }

    private static ByteRange Middle(ByteRange range)
    {
        var start = range.Start + ((range.Length - Length) / 2);
        return new ByteRange(start, start + Length);
    }
}

/// <summary>The evidence on which <see cref="SamplePolicy"/> bases its decision.</summary>
internal readonly record struct SampleEvidence
{
    /// <summary>Bytes of the file.</summary>
    public required long Length { get; init; }

    /// <summary>Whether the server reports the size.</summary>
    public required bool HasSize { get; init; }

    /// <summary>Whether the server reports both size and time, so that they reveal most changes.</summary>
    public required bool HasIdentity { get; init; }

    /// <summary>Whether the server opens the data connections.</summary>
    public bool IsActive { get; init; }

    /// <summary>Whether the file came in one stream because REST cannot be used.</summary>
    public required bool IsSingle { get; init; }

    /// <summary>Whether the first source delivered the file's first byte.</summary>
    public required bool HasHead { get; init; }

    /// <summary>Ranges that make up the file, including those of an earlier run.</summary>
    public required int Ranges { get; init; }

    /// <summary>Ranges of the first source that were complete before the last one, in order.</summary>
    public required IReadOnlyList<ByteRange> Early { get; init; }
}
