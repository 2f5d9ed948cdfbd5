using Accelerator.Engine.Streams;

namespace Accelerator.Engine.Transfers;

/// <summary>What a running transfer tells its observer.</summary>
public abstract record TransferEvent
{
    private TransferEvent()
    {
    }

    /// <summary>A file was inspected and its plan is made.</summary>
    public sealed record Planned(TransferPlan Plan) : TransferEvent;

    /// <summary>Five times a second while bytes move.</summary>
    public sealed record Progress(TransferSnapshot Snapshot) : TransferEvent;

    /// <summary>One sentence the user should see.</summary>
    public sealed record Notice(NoticeKind Kind, string Message) : TransferEvent;

    /// <summary>The number of streams was looked at.</summary>
    public sealed record Decided(StreamDecision Decision) : TransferEvent;

    /// <summary>Something happened on one stream.</summary>
    public sealed record Happened(StreamEvent StreamEvent) : TransferEvent;

    /// <summary>A file has ended, well or badly.</summary>
    public sealed record Finished(FileResult Result) : TransferEvent;
}
