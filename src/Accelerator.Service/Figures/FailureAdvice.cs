using Accelerator.Jobs.Ledger;

namespace Accelerator.Service.Figures;

/// <summary>Chooses the advice for a quarantined file. The page has a text for each: <c>fix.login</c> in Page/texts.json.</summary>
internal static class FailureAdvice
{
    /// <summary>Returns the name of the advice; null if the error itself gives the advice.</summary>
    public static string? Of(QuarantinedFile file)
    {
        if (file.Error.Contains("ftpx job retry", StringComparison.Ordinal)) return null;
        if (file.State == FileState.Quarantined) return "quarantined";
        return file.Kind switch
        {
            "login" or "disk" or "notfound" => file.Kind,
            "verification" or "sourcechanged" => "changed",
            "network" or "serverlimit" => "network",
            _ => "other",
        };
    }
}
