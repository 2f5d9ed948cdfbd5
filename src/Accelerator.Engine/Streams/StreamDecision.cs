namespace Accelerator.Engine.Streams;

/// <summary>A decision of the stream controller and its reason: one line of the log, of <c>--detail</c> and of the report.</summary>
/// <param name="Elapsed">Time since the start of the run.</param>
/// <param name="Before">Streams wanted before.</param>
/// <param name="After">Streams wanted from now on; equal to <paramref name="Before"/> when the number was considered and kept.</param>
/// <param name="BytesPerSecond">Goodput that the decision is based on, bytes per second; 0 where none was needed.</param>
/// <param name="Why">One sentence for the operator.</param>
public sealed record StreamDecision(TimeSpan Elapsed, int Before, int After, double BytesPerSecond, string Why);
