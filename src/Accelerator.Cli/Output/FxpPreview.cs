using Accelerator.Cli.Hosting;
using Accelerator.Engine.Fxp;

namespace Accelerator.Cli.Output;

/// <summary>What <c>ftpx fxp --dry-run</c> shows.</summary>
/// <param name="Run">What was asked for.</param>
/// <param name="Found">What the addresses mean.</param>
/// <param name="Plans">The files that would be copied.</param>
/// <param name="Others">The files that would not: there already, or why not.</param>
internal sealed record FxpPreview(FxpRunRequest Run, FxpFound Found, IReadOnlyList<FxpPlan> Plans, IReadOnlyList<FxpFileResult> Others)
{
    /// <summary>Folders of the destination that would be made, the outermost first.</summary>
    public IReadOnlyList<Accelerator.Ftp.FtpPath> NewFolders
    {
        get
        {
            var planned = Plans.Select(plan => plan.Item.To).ToHashSet();
            return [.. Found.Items.Where(item => planned.Contains(item.To)).SelectMany(item => item.NewFolders).Distinct()];
        }
    }

    /// <summary>The same numbers as after a run in which nothing was sent.</summary>
    public FxpSummary Summary => new(Run, Found, Others, TimeSpan.Zero);

    /// <summary>What the process ends with.</summary>
    public ExitCode Code => Plans.Count > 0 && Summary.Code.Value is not 0 ? ExitCodes.Partial : Summary.Code;
}
