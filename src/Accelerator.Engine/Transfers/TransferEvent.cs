using Accelerator.Engine.Streams;

namespace Accelerator.Engine.Transfers;

/// <summary>An event that a running transfer reports to its observer.</summary>
public abstract record TransferEvent
{
    private TransferEvent()
    {
    }

    /// <summary>A file was inspected and its plan is made.</summary>
    public sealed record Planned(TransferPlan Plan) : TransferEvent;

    /// <summary>Progress, five times a second while bytes move.</summary>
    public sealed record Progress(TransferSnapshot Snapshot) : TransferEvent;

    /// <summary>A sentence the user should see.</summary>
    public sealed record Notice(NoticeKind Kind, string Message) : TransferEvent;

    /// <summary>The stream controller evaluated the number of streams.</summary>
    public sealed record Decided(StreamDecision Decision) : TransferEvent;

    /// <summary>An event on one stream.</summary>
    public sealed record Happened(StreamEvent StreamEvent) : TransferEvent;

    /// <summary>A file has ended, successfully or not.</summary>
    public sealed record Finished(FileResult Result) : TransferEvent;
}
