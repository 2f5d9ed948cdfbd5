namespace Accelerator.Fuzz.Tests.Targets;

/// <summary>Files that end in a line with the SHA-256 of all above: without the right one nothing behind the checksum would ever be tried.</summary>
internal static class SealedFile
{
    private const int FlippedBits = 24;

    /// <summary>The content with the line it has to end in.</summary>
    public static byte[] Seal(ReadOnlySpan<byte> above) =>
        [.. above, .. Encoding.ASCII.GetBytes($"sha256 {Convert.ToHexString(SHA256.HashData(above)).ToLowerInvariant()}\n")];

    /// <summary>Fails where the file is still taken with one bit changed, wherever that is.</summary>
    public static void AssertRefusedWithAnyBitFlipped(byte[] whole, Func<byte[], bool> isTaken)
    {
        var dice = new Dice(Foreign.Number(whole));
        for (var i = 0; i < FlippedBits; i++)
        {
            var (at, bit) = (dice.Below(whole.Length), (byte)(1 << dice.Below(8)));
            whole[at] ^= bit;
            Assert.False(isTaken(whole), $"Taken with byte {at} changed by 0x{bit:X2}.");
            whole[at] ^= bit;
        }
    }
}
