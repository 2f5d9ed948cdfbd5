using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Report;

/// <summary>What one source brought by one local path.</summary>
/// <param name="Share">As it was told last.</param>
/// <param name="Goodput">Over time.</param>
/// <param name="BestBytesPerSecond">Best second.</param>
/// <param name="MostStreams">Most streams that received at once.</param>
internal sealed record ShareRecord(RouteShare Share, IReadOnlyList<GoodputBucket> Goodput, double BestBytesPerSecond, int MostStreams);
