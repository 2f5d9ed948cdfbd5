namespace Accelerator.Engine.Ranges;

/// <summary>Stored bytes and their checksum.</summary>
/// <param name="Range">The bytes.</param>
/// <param name="Sum">Their <see cref="Crc32C"/>.</param>
internal readonly record struct SummedRange(ByteRange Range, uint Sum);
