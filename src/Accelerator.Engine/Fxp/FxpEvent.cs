using Accelerator.Engine.Transfers;

namespace Accelerator.Engine.Fxp;

/// <summary>What a run tells its observer.</summary>
public abstract record FxpEvent
{
    private FxpEvent()
    {
    }

    /// <summary>Both servers were asked, and a try is planned. Once for each try.</summary>
    public sealed record Planned(FxpPlan Plan) : FxpEvent;

    /// <summary>More of a file has arrived, where the destination shows it: every few seconds.</summary>
    /// <param name="Item">The file.</param>
    /// <param name="Held">Bytes of it at the destination.</param>
    /// <param name="Size">Bytes of it at the source.</param>
    public sealed record Progress(FxpItem Item, long Held, long Size) : FxpEvent;

    /// <summary>One sentence the user should see.</summary>
    public sealed record Notice(NoticeKind Kind, string Message) : FxpEvent;

    /// <summary>A file has ended, well or badly.</summary>
    public sealed record Finished(FxpFileResult Result) : FxpEvent;
}
