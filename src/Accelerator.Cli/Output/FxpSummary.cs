using Accelerator.Cli.Hosting;
using Accelerator.Engine.Fxp;

namespace Accelerator.Cli.Output;

/// <summary>The outcome of one <c>ftpx fxp</c> run, including the files that it skipped.</summary>
/// <param name="Run">The request.</param>
/// <param name="Found">The files that the addresses resolved to.</param>
/// <param name="Files">The result of each file.</param>
/// <param name="Elapsed">The duration of the whole run.</param>
internal sealed record FxpSummary(FxpRunRequest Run, FxpFound Found, IReadOnlyList<FxpFileResult> Files, TimeSpan Elapsed)
{
    /// <summary>The number of files copied and in place under their names.</summary>
    public int Copied => Files.Count(file => file is { Failure: null, WasThere: false });

    /// <summary>The bytes of the copied files.</summary>
    public long CopiedBytes => Files.Where(file => file is { Failure: null, WasThere: false }).Sum(file => file.Size);

    /// <summary>The bytes transferred between the servers.</summary>
    public long BytesSent => Files.Sum(file => file.BytesSent);

    /// <summary>The number of files that were already at the destination.</summary>
    public int Skipped => Found.SameFiles + Files.Count(file => file.WasThere);

    /// <summary>The bytes of the skipped files.</summary>
    public long SkippedBytes => Found.SameBytes + Files.Where(file => file.WasThere).Sum(file => file.Size);

    /// <summary>The number of failures: files, and folders that could not be listed.</summary>
    public int Failed => Files.Count(file => file.Failure is not null) + Found.Problems.Count;

    /// <summary>The exit code: cancelled takes precedence, then partial, then the code of the first failure.</summary>
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
