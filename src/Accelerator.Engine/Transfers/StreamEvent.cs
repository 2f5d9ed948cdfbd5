namespace Accelerator.Engine.Transfers;

/// <summary>An event on one stream, for the report: rare, never one per read.</summary>
/// <param name="Elapsed">Time since the start of the run.</param>
/// <param name="Slot">The stream, 0 to 63, as in <see cref="StreamSnapshot"/>.</param>
/// <param name="Kind">The kind of event.</param>
/// <param name="FileName">Name of the file it worked on; empty for none.</param>
/// <param name="Start">First byte of the range.</param>
/// <param name="End">End of the range (exclusive); <see cref="long.MaxValue"/> when the file's size is unknown.</param>
/// <param name="Text">The server's reply or the reason, escaped for a terminal; empty when the kind says everything.</param>
public sealed record StreamEvent(TimeSpan Elapsed, int Slot, StreamEventKind Kind, string FileName, long Start, long End, string Text);
