using Accelerator.Jobs.Ledger;

namespace Accelerator.Service.Figures;

/// <summary>Advice for an operator about a quarantined file.</summary>
internal static class FailureAdvice
{
    private const string Command = "ftpx job retry";

    /// <summary>Returns one or two sentences; null if the error itself gives the advice.</summary>
    public static string? Of(QuarantinedFile file)
    {
        if (file.Error.Contains(Command, StringComparison.Ordinal)) return null;
        var again = $"{Command} {file.Job} queues it again.";
        if (file.State == FileState.Quarantined)
            return $"What came contradicts what was known: compare the file at the server with the one in the target folder. Then {again}";
        return file.Kind switch
        {
            "login" => $"Set the password anew with ftpx credential set, then {again}",
            "disk" => $"Make room, or give the service the right to write there; then {again}",
            "notfound" => $"It is gone, or may not be read there; ask its owner. If it comes back unchanged, {again}",
            "verification" or "sourcechanged" =>
                $"It may still be written when it is fetched: see complete.stable_for of the job. Then {again}",
            "network" or "serverlimit" => $"ftpx probe says how the server is doing. When it is well, {again}",
            _ => $"When the cause is gone, {again}",
        };
    }
}
