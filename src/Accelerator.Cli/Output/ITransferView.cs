using Accelerator.Engine.Fxp;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Output;

/// <summary>Shows a run to the user. Events may come from any thread.</summary>
internal interface ITransferView : IProgress<TransferEvent>, IDisposable
{
    /// <summary>Shows the plan that <c>--dry-run</c> asked for.</summary>
    void ShowPlan(TransferPlan plan);

    /// <summary>Shows the plan of a mirror, file by file, that <c>--dry-run</c> asked for.</summary>
    void ShowPlan(MirrorPlan plan, MirrorRequest request);

    /// <summary>Says what a mirror is about to do, in one line.</summary>
    void ShowStart(MirrorPlan plan, MirrorRequest request);

    /// <summary>Shows how a mirror ended, where only errors are wanted its problems.</summary>
    void ShowResult(MirrorResult result);

    /// <summary>Shows why a mirror ends before it has a plan.</summary>
    void ShowProblem(MirrorProblem problem);

    /// <summary>Shows the plan of files that go from server to server, that <c>--dry-run</c> asked for.</summary>
    void ShowPlan(FxpPreview preview);

    /// <summary>Shows how one file that goes from server to server has ended.</summary>
    void ShowFile(FxpFileResult result);

    /// <summary>Shows why something is not copied that is no single file, or is none that was begun.</summary>
    void ShowProblem(TransferException problem);

    /// <summary>Shows how a run from server to server has ended.</summary>
    void ShowResult(FxpSummary summary);

    /// <summary>Shows what each source has brought by each local path, at the end of a run with several.</summary>
    void ShowRoutes(IReadOnlyList<RouteShare> routes);

    /// <summary>Shows a question and waits for the answer, which is typed behind it.</summary>
    /// <param name="question">With the blank at its end.</param>
    /// <param name="readLine">Gives a line, or null where input has ended.</param>
    /// <returns>The answer; null when there is none.</returns>
    string? Ask(string question, Func<string?> readLine);

    /// <summary>Shows a sentence of the command line's own, such as what to do after a stop.</summary>
    void Say(string sentence);

    /// <summary>Shows an error that belongs to no file; never suppressed.</summary>
    void Fail(string sentence);
}
