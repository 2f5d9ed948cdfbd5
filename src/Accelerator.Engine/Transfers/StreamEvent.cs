namespace Accelerator.Engine.Transfers;

/// <summary>Something that happened on one stream, for the report: rare, never one a read.</summary>
/// <param name="Elapsed">Since the start of the run.</param>
/// <param name="Slot">The stream, 0 to 63, as in <see cref="StreamSnapshot"/>.</param>
/// <param name="Kind">What happened.</param>
/// <param name="FileName">Name of the file it worked on; empty when on none.</param>
/// <param name="Start">First byte of the range concerned.</param>
/// <param name="End">End of the range concerned (exclusive); <see cref="long.MaxValue"/> when the file's size is unknown.</param>
/// <param name="Text">The server's reply or the reason, escaped for a terminal; empty when the kind says it all.</param>
public sealed record StreamEvent(TimeSpan Elapsed, int Slot, StreamEventKind Kind, string FileName, long Start, long End, string Text);
