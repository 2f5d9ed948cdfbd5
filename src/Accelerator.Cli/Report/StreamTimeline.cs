using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Report;

/// <summary>One stream as shown in the report.</summary>
/// <param name="Slot">0 to 63; the report shows one more.</param>
/// <param name="Spans">The bars, in the order of time.</param>
/// <param name="Bytes">The bytes that the stream received.</param>
internal sealed record StreamTimeline(int Slot, IReadOnlyList<StreamSpan> Spans, long Bytes);

/// <summary>One bar of a stream's row: the activity of the stream over a period.</summary>
/// <param name="State">The state; never idle: that is a gap between bars.</param>
/// <param name="From">Time since the start of the run.</param>
/// <param name="To">Time since the start of the run.</param>
/// <param name="FileName">The file; empty if there was none, or several.</param>
/// <param name="Start">The first byte of the fetched part.</param>
/// <param name="Position">The byte after the last one fetched.</param>
/// <param name="Ranges">The number of ranges that this bar represents: more than 1 if a long run was thinned.</param>
internal sealed record StreamSpan(StreamState State, TimeSpan From, TimeSpan To, string FileName, long Start, long Position, long Ranges)
{
    /// <summary>Whether the stream was receiving and no data arrived.</summary>
    public bool IsSilent { get; init; }

    /// <summary>The duration.</summary>
    public TimeSpan Length => To - From;

    /// <summary>Merges this bar with the next one, in the state that lasted longer.</summary>
    public StreamSpan With(StreamSpan next) => this with
    {
        State = next.Length > Length ? next.State : State,
        IsSilent = next.Length > Length ? next.IsSilent : IsSilent,
        To = next.To,
        FileName = next.FileName == FileName ? FileName : "",
        Start = Math.Min(Start, next.Start),
        Position = Math.Max(Position, next.Position),
        Ranges = Ranges + next.Ranges,
    };
}
