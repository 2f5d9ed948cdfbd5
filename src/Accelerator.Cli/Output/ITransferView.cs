using Accelerator.Cli.Hosting;
using Accelerator.Engine.Fxp;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Output;

/// <summary>Shows a run to the user. Events may come from any thread.</summary>
internal interface ITransferView : IProgress<TransferEvent>, IDisposable
{
    /// <summary>Shows the plan requested by <c>--dry-run</c>.</summary>
    void ShowPlan(TransferPlan plan);

    /// <summary>Shows the plan of a mirror, file by file, requested by <c>--dry-run</c>.</summary>
    void ShowPlan(MirrorPlan plan, MirrorRequest request);

    /// <summary>Shows the files in which a folder on the server and a local one differ.</summary>
    /// <param name="plan">What a mirror would do.</param>
    /// <param name="request">The two folders.</param>
    /// <param name="code">The outcome of the comparison.</param>
    void ShowDifference(MirrorPlan plan, MirrorRequest request, ExitCode code);

    /// <summary>Shows in one line what a mirror is about to do.</summary>
    void ShowStart(MirrorPlan plan, MirrorRequest request);

    /// <summary>Shows the outcome of a mirror; if only errors are wanted, its problems.</summary>
    /// <param name="result">How it ended.</param>
    /// <param name="code">The exit code.</param>
    void ShowResult(MirrorResult result, ExitCode code);

    /// <summary>Shows why a mirror ends before it has a plan.</summary>
    void ShowProblem(MirrorProblem problem);

    /// <summary>Shows the plan of a server-to-server copy, requested by <c>--dry-run</c>.</summary>
    void ShowPlan(FxpPreview preview);

    /// <summary>Shows the result of one file of a server-to-server copy.</summary>
    void ShowFile(FxpFileResult result);

    /// <summary>Shows why an entry that is not a single file, or a file that was never started, is not copied.</summary>
    void ShowProblem(TransferException problem);

    /// <summary>Shows the outcome of a server-to-server copy.</summary>
    void ShowResult(FxpSummary summary);

    /// <summary>Shows the outcome of a run of ftpx get with several files.</summary>
    void ShowResult(GetSummary summary);

    /// <summary>Shows the contribution of each source over each local path, at the end of a run with several.</summary>
    void ShowRoutes(IReadOnlyList<RouteShare> routes);

    /// <summary>Shows a question and waits for the answer, which is typed after it.</summary>
    /// <param name="question">The question, including the trailing blank.</param>
    /// <param name="readLine">Returns a line, or null at the end of input.</param>
    /// <returns>The answer; null if there is none.</returns>
    string? Prompt(string question, Func<string?> readLine);

    /// <summary>Shows a note, such as what to do after a stop.</summary>
    void Say(string sentence);

    /// <summary>Shows an error that belongs to no file; never suppressed.</summary>
    void Fail(string sentence);
}
