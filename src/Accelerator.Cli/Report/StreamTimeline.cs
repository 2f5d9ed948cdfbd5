using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Report;

/// <summary>One stream as the report shows it.</summary>
/// <param name="Slot">0 to 63; people read one more.</param>
/// <param name="Spans">Its bars, in the order of time.</param>
/// <param name="Bytes">What it has brought.</param>
internal sealed record StreamTimeline(int Slot, IReadOnlyList<StreamSpan> Spans, long Bytes);

/// <summary>One bar of a stream's lane: what the stream did from one moment to another.</summary>
/// <param name="State">What; never idle: that is a gap between bars.</param>
/// <param name="From">Since the start of the run.</param>
/// <param name="To">Since the start of the run.</param>
/// <param name="FileName">The file; empty when there was none, or several.</param>
/// <param name="Start">First byte of what was fetched.</param>
/// <param name="Position">The byte after the last one fetched.</param>
/// <param name="Ranges">Ranges that this bar stands for: more than 1 where a long run was thinned.</param>
internal sealed record StreamSpan(StreamState State, TimeSpan From, TimeSpan To, string FileName, long Start, long Position, long Ranges)
{
    /// <summary>Whether the stream was receiving and nothing came.</summary>
    public bool IsSilent { get; init; }

    /// <summary>Its length in time.</summary>
    public TimeSpan Length => To - From;

    /// <summary>This bar and the next one as one, in the state that lasted longer.</summary>
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
