namespace Accelerator.Engine.Tests.Ranges;

/// <summary>Bytes without a pattern.</summary>
internal static class ByteSamples
{
    /// <summary>Returns the same bytes for the same seed, and different ones for another.</summary>
    public static byte[] Random(int length, int seed = 1)
    {
        var bytes = new byte[length];
        new Random(seed).NextBytes(bytes);
        return bytes;
    }
}
