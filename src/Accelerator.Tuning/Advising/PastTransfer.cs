namespace Accelerator.Tuning.Advising;

/// <summary>An earlier transfer from the server, from the history of the user.</summary>
/// <param name="Streams">The highest number of streams that received at once.</param>
/// <param name="Bytes">The bytes received.</param>
/// <param name="Elapsed">The duration.</param>
/// <param name="IsCut">Whether it ended because the connection failed.</param>
public sealed record PastTransfer(int Streams, long Bytes, TimeSpan Elapsed, bool IsCut)
{
    /// <summary>The average rate in bytes per second.</summary>
    public double BytesPerSecond => Bytes / Math.Max(0.001, Elapsed.TotalSeconds);
}
