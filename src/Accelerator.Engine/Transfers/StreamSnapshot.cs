namespace Accelerator.Engine.Transfers;

/// <summary>One stream at one point in time. Slots are numbered from 0 and reused, so a view can keep one row for each.</summary>
/// <param name="Slot">0 to 63.</param>
/// <param name="State">The stream's state.</param>
/// <param name="FileName">Name of the file it works on; empty when idle.</param>
/// <param name="Start">First byte of its range.</param>
/// <param name="Position">Next byte it will receive.</param>
/// <param name="End">End of its range (exclusive); <see cref="long.MaxValue"/> when the file's size is unknown.</param>
/// <param name="BytesPerSecond">Smoothed rate.</param>
public readonly record struct StreamSnapshot(
    int Slot, StreamState State, string FileName, long Start, long Position, long End, double BytesPerSecond);
