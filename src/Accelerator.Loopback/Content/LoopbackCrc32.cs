using System.Buffers.Binary;

namespace Accelerator.Loopback.Content;

/// <summary>CRC-32 as ZIP, Ethernet and the XCRC command use it (reflected polynomial EDB88320), eight bytes a step.</summary>
internal sealed class LoopbackCrc32
{
    private static readonly uint[][] Tables = CreateTables();

    private uint _state = uint.MaxValue;

    public uint Value => ~_state;

    public void Append(ReadOnlySpan<byte> bytes)
    {
        var state = _state;
        while (bytes.Length >= 8)
        {
            var low = BinaryPrimitives.ReadUInt32LittleEndian(bytes) ^ state;
            state = Tables[7][low & 0xFF] ^ Tables[6][(low >> 8) & 0xFF] ^ Tables[5][(low >> 16) & 0xFF] ^ Tables[4][low >> 24]
                ^ Tables[3][bytes[4]] ^ Tables[2][bytes[5]] ^ Tables[1][bytes[6]] ^ Tables[0][bytes[7]];
            bytes = bytes[8..];
        }
        foreach (var b in bytes) state = (state >> 8) ^ Tables[0][(state ^ b) & 0xFF];
        _state = state;
    }

    private static uint[][] CreateTables()
    {
        var tables = new uint[8][];
        for (var t = 0; t < tables.Length; t++) tables[t] = new uint[256];
        for (var i = 0; i < 256; i++)
        {
            var crc = (uint)i;
            for (var bit = 0; bit < 8; bit++) crc = (crc & 1) != 0 ? (crc >> 1) ^ 0xEDB88320 : crc >> 1;
            tables[0][i] = crc;
        }
        for (var t = 1; t < tables.Length; t++)
        {
            for (var i = 0; i < 256; i++) tables[t][i] = (tables[t - 1][i] >> 8) ^ tables[0][tables[t - 1][i] & 0xFF];
        }
        return tables;
    }
}
