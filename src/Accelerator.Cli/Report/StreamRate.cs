namespace Accelerator.Cli.Report;

/// <summary>The goodput that a number of streams reached together.</summary>
/// <param name="Streams">1 to 64.</param>
/// <param name="BytesPerSecond">The total of all streams.</param>
internal readonly record struct StreamRate(int Streams, double BytesPerSecond);
