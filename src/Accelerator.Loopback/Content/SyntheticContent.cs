using System.Numerics;
using System.Runtime.InteropServices;

namespace Accelerator.Loopback.Content;

/// <summary>
/// One fixed random table of 64 KiB, XORed with a 64-bit key per block: byte(o) = Table[o mod 64 Ki] ^ key(seed, o div 64 Ki)[o mod 8].
/// A plain 64-bit mix per word costs more than the socket send it feeds; the XOR is one vector pass and starts at any offset.
/// </summary>
internal sealed class SyntheticContent(long length, long seed) : FileContent(length)
{
    private const int BlockBytes = 64 * 1024;
    private const ulong GoldenGamma = 0x9E3779B97F4A7C15; // SplitMix64's increment: its sequence visits every 64-bit value once

    private static readonly byte[] Table = CreateTable();

    public override FileContent Resized(long length) => new SyntheticContent(length, seed);

    public override void Read(long offset, Span<byte> destination)
    {
        while (destination.Length > 0)
        {
            var inside = checked((int)(offset % BlockBytes));
            var count = Math.Min(destination.Length, BlockBytes - inside);
            var key = Mix(Mix((ulong)seed) + (ulong)(offset / BlockBytes) * GoldenGamma);
            // The key's first byte belongs to the offsets divisible by eight.
            Xor(Table.AsSpan(inside, count), BitOperations.RotateRight(key, 8 * (inside % 8)), destination[..count]);
            destination = destination[count..];
            offset += count;
        }
    }

    private static void Xor(ReadOnlySpan<byte> source, ulong key, Span<byte> destination)
    {
        var keys = Vector.AsVectorByte(new Vector<ulong>(key));
        var sourceVectors = MemoryMarshal.Cast<byte, Vector<byte>>(source);
        var destinationVectors = MemoryMarshal.Cast<byte, Vector<byte>>(destination);
        for (var i = 0; i < destinationVectors.Length; i++) destinationVectors[i] = sourceVectors[i] ^ keys;
        for (var i = destinationVectors.Length * Vector<byte>.Count; i < source.Length; i++)
            destination[i] = (byte)(source[i] ^ (byte)(key >> (8 * (i % 8))));
    }

    private static byte[] CreateTable()
    {
        var words = new ulong[BlockBytes / sizeof(ulong)];
        for (var i = 0; i < words.Length; i++) words[i] = Mix((ulong)(i + 1) * GoldenGamma);
        return MemoryMarshal.AsBytes<ulong>(words).ToArray();
    }

    private static ulong Mix(ulong x)
    {
        x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
        x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
        return x ^ (x >> 31);
    }
}
