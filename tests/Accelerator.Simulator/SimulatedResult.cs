namespace Accelerator.Simulator;

/// <summary>A simulated transfer.</summary>
/// <param name="Seconds">From the start to the last reply.</param>
/// <param name="IdleTail">The share of the path that was idle while the last fifth of the bytes arrived.</param>
/// <param name="Fetched">Bytes received, those past the end of a range included.</param>
/// <param name="Streams">The most streams that received at once.</param>
/// <param name="Site">What is remembered of it.</param>
/// <param name="Story">The decisions of the controller, one a line.</param>
internal sealed record SimulatedResult(
    double Seconds, double IdleTail, double Fetched, int Streams, RememberedSite? Site = null, string Story = "");
