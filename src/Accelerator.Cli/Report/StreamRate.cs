namespace Accelerator.Cli.Report;

/// <summary>Goodput that a number of streams reached together.</summary>
/// <param name="Streams">1 to 64.</param>
/// <param name="BytesPerSecond">Of all of them.</param>
internal readonly record struct StreamRate(int Streams, double BytesPerSecond);
