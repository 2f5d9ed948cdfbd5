namespace Accelerator.Fuzz.Tests.Targets;

/// <summary>
/// Files that end in a line with the SHA-256 of the content above. Without the right checksum the code behind it would never be tested.
/// </summary>
internal static class SealedFile
{
    private const int FlippedBits = 24;

    /// <summary>Appends the checksum line to the content.</summary>
    public static byte[] Seal(ReadOnlySpan<byte> above) =>
        [.. above, .. Encoding.ASCII.GetBytes($"sha256 {Convert.ToHexString(SHA256.HashData(above)).ToLowerInvariant()}\n")];

    /// <summary>Fails where the file is still accepted with one bit changed at any position.</summary>
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
