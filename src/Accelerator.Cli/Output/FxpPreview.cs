using Accelerator.Cli.Hosting;
using Accelerator.Engine.Fxp;

namespace Accelerator.Cli.Output;

/// <summary>The data that <c>ftpx fxp --dry-run</c> shows.</summary>
/// <param name="Run">The request.</param>
/// <param name="Found">The files that the addresses resolve to.</param>
/// <param name="Plans">The files that would be copied.</param>
/// <param name="Others">The files that would not be copied: already present, or failed, with the reason.</param>
internal sealed record FxpPreview(FxpRunRequest Run, FxpFound Found, IReadOnlyList<FxpPlan> Plans, IReadOnlyList<FxpFileResult> Others)
{
    /// <summary>The folders that would be created at the destination, the outermost first.</summary>
    public IReadOnlyList<Accelerator.Ftp.FtpPath> NewFolders
    {
        get
        {
            var planned = Plans.Select(plan => plan.Item.To).ToHashSet();
            return [.. Found.Items.Where(item => planned.Contains(item.To)).SelectMany(item => item.NewFolders).Distinct()];
        }
    }

    /// <summary>The same figures as after a run in which nothing was transferred.</summary>
    public FxpSummary Summary => new(Run, Found, Others, TimeSpan.Zero);

    /// <summary>The exit code.</summary>
    public ExitCode Code => Plans.Count > 0 && Summary.Code.Value is not 0 ? ExitCodes.Partial : Summary.Code;
}
