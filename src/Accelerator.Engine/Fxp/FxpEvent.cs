using Accelerator.Engine.Transfers;

namespace Accelerator.Engine.Fxp;

/// <summary>An event that a run reports to its observer.</summary>
public abstract record FxpEvent
{
    private FxpEvent()
    {
    }

    /// <summary>Both servers were queried, and a try is planned. Reported once for each try.</summary>
    public sealed record Planned(FxpPlan Plan) : FxpEvent;

    /// <summary>More of a file has arrived, where the destination shows it: reported every few seconds.</summary>
    /// <param name="Item">The file.</param>
    /// <param name="Held">Bytes of the file at the destination.</param>
    /// <param name="Size">Bytes of the file at the source.</param>
    public sealed record Progress(FxpItem Item, long Held, long Size) : FxpEvent;

    /// <summary>One sentence the user should see.</summary>
    public sealed record Notice(NoticeKind Kind, string Message) : FxpEvent;

    /// <summary>A file has ended, successfully or not.</summary>
    public sealed record Finished(FxpFileResult Result) : FxpEvent;
}
