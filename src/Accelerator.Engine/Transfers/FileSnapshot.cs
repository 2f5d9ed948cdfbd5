namespace Accelerator.Engine.Transfers;

/// <summary>A file in progress at one point in time.</summary>
/// <param name="TargetPath">The path of the final local file.</param>
/// <param name="BytesDone">Bytes in place, including those of earlier runs.</param>
/// <param name="Size">The size in bytes; null while it is unknown.</param>
/// <param name="Streams">Streams that work on it.</param>
/// <param name="BytesPerSecond">The sum of their smoothed rates.</param>
public readonly record struct FileSnapshot(string TargetPath, long BytesDone, long? Size, int Streams, double BytesPerSecond);
