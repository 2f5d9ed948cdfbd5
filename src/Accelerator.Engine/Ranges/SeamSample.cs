namespace Accelerator.Engine.Ranges;

/// <summary>How much is compared where two ranges meet, and which bytes are not distinctive.</summary>
internal static class SeamSample
{
    /// <summary>
    /// Bytes compared at a seam: enough that two different places of real data never agree, small compared with any window.
    /// </summary>
    public const int Length = 64 << 10;

    /// <summary>Bytes compared where the first 64 KiB repeat themselves.</summary>
    public const int FlatLength = 1 << 20;

    private static readonly int[] Periods = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 80, 128, 132, 256, 512, 1024, 2048, 4096];

    /// <summary>
    /// Returns whether the bytes are constant or repeat with a short period: then another place of the file may be equal, and equality
    /// shows nothing. The same holds for fewer than 16 bytes.
    /// </summary>
    public static bool IsFlat(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length < 16) return true;
        foreach (var period in Periods)
        {
            if (period < bytes.Length && bytes[period..].SequenceEqual(bytes[..^period])) return true;
        }
        return false;
    }
}

/// <summary>The result of comparing the two sides of a seam.</summary>
internal enum SeamVerdict
{
    /// <summary>One side has not arrived.</summary>
    Pending,

    /// <summary>Equal, and not by repetition: both ranges belong to one file and are at the right offsets.</summary>
    Equal,

    /// <summary>Equal, but the bytes repeat: no evidence by itself.</summary>
    Flat,

    /// <summary>Different: REST was not honoured, or the file changed.</summary>
    Different,
}
