namespace Accelerator.Cli.Report;

/// <summary>One stream as the report shows it.</summary>
/// <param name="Slot">0 to 63; people read one more.</param>
/// <param name="Spans">Its bars, in the order of time.</param>
/// <param name="Bytes">What it has brought.</param>
internal sealed record StreamTimeline(int Slot, IReadOnlyList<StreamSpan> Spans, long Bytes);
