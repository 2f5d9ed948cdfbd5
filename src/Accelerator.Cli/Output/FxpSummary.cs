using Accelerator.Cli.Hosting;
using Accelerator.Engine.Fxp;

namespace Accelerator.Cli.Output;

/// <summary>How one <c>ftpx fxp</c> ended, with what it was spared.</summary>
/// <param name="Run">What was asked for.</param>
/// <param name="Found">What the addresses meant.</param>
/// <param name="Files">How each file ended.</param>
/// <param name="Elapsed">Of the whole run.</param>
internal sealed record FxpSummary(FxpRunRequest Run, FxpFound Found, IReadOnlyList<FxpFileResult> Files, TimeSpan Elapsed)
{
    /// <summary>Files that went over and have their names.</summary>
    public int Copied => Files.Count(file => file is { Failure: null, WasThere: false });

    /// <summary>Their bytes.</summary>
    public long CopiedBytes => Files.Where(file => file is { Failure: null, WasThere: false }).Sum(file => file.Size);

    /// <summary>Bytes that went from server to server for them.</summary>
    public long BytesSent => Files.Sum(file => file.BytesSent);

    /// <summary>Files that were at the destination already.</summary>
    public int Skipped => Found.SameFiles + Files.Count(file => file.WasThere);

    /// <summary>Their bytes.</summary>
    public long SkippedBytes => Found.SameBytes + Files.Where(file => file.WasThere).Sum(file => file.Size);

    /// <summary>Files, and folders that could not be listed.</summary>
    public int Failed => Files.Count(file => file.Failure is not null) + Found.Problems.Count;

    /// <summary>What the process ends with: cancelled wins, then partial, then the first failure's.</summary>
    public ExitCode Code
    {
        get
        {
            var code = ExitCodes.For(
                [.. Files.Select(file => file.Failure).OfType<Engine.Transfers.FailureKind>(),
                    .. Found.Problems.Select(problem => problem.Kind)], isPartlyDone: Copied + Skipped > 0);
            return code.Value == ExitCodes.Ok.Value && Found.Gaps.Count > 0 ? ExitCodes.Partial : code;
        }
    }
}
