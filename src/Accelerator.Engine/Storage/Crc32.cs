using System.Buffers.Binary;

namespace Accelerator.Engine.Storage;

/// <summary>
/// CRC-32 as zip and the FTP command XCRC use it (polynomial 0x04C11DB7 reflected, initial value and final inversion all ones). Implemented
/// here because the System.IO.Hashing package is not among those this project can restore. Eight tables process eight bytes a step
/// ("slicing by 8", Kounavis and Berry, 2005).
/// </summary>
internal sealed class Crc32
{
    private const int Slices = 8;
    private static readonly uint[] Tables = BuildTables();

    private uint _state = uint.MaxValue;

    /// <summary>The checksum of all bytes so far; 0 for none.</summary>
    public uint Value => ~_state;

    /// <summary>Adds bytes.</summary>
    public void Append(ReadOnlySpan<byte> data)
    {
        ReadOnlySpan<uint> tables = Tables;
        var state = _state;
        for (; data.Length >= Slices; data = data[Slices..])
        {
            var low = state ^ BinaryPrimitives.ReadUInt32LittleEndian(data);
            var high = BinaryPrimitives.ReadUInt32LittleEndian(data[4..]);
            state = tables[(7 * 256) + (byte)low]
                ^ tables[(6 * 256) + (byte)(low >> 8)]
                ^ tables[(5 * 256) + (byte)(low >> 16)]
                ^ tables[(4 * 256) + (byte)(low >> 24)]
                ^ tables[(3 * 256) + (byte)high]
                ^ tables[(2 * 256) + (byte)(high >> 8)]
                ^ tables[256 + (byte)(high >> 16)]
                ^ tables[(byte)(high >> 24)];
        }

        foreach (var value in data)
            state = tables[(byte)(state ^ value)] ^ (state >> 8);
        _state = state;
    }

    /// <summary>Row k holds the effect of one byte after k more zero bytes.</summary>
    private static uint[] BuildTables()
    {
        var tables = new uint[Slices * 256];
        for (var value = 0u; value < 256; value++)
        {
            var entry = value;
            for (var bit = 0; bit < 8; bit++)
                entry = (entry & 1) == 0 ? entry >> 1 : (entry >> 1) ^ 0xEDB88320;
            tables[value] = entry;
        }

        for (var index = 256; index < tables.Length; index++)
        {
            var before = tables[index - 256];
            tables[index] = tables[(byte)before] ^ (before >> 8);
        }

        return tables;
    }
}
