using Accelerator.Jobs.Ledger;

namespace Accelerator.Service.Figures;

/// <summary>What an operator can do about a file that is put aside.</summary>
internal static class FailureAdvice
{
    /// <summary>One or two sentences.</summary>
    public static string Of(PutAsideFile file)
    {
        var again = $"ftpx job retry {file.Job} queues it again.";
        if (file.State == FileState.Quarantined) return $"What came contradicts what was known: compare the file at the server with the one in the target folder. Then {again}";
        return file.Kind switch
        {
            "login" => $"Set the password anew with ftpx credential set, then {again}",
            "disk" => $"Make room, or give the service the right to write there; then {again}",
            "notfound" => $"It is gone, or may not be read there; ask its owner. If it comes back unchanged, {again}",
            "verification" or "sourcechanged" => $"It may still be written when it is fetched: see complete.stable_for of the job. Then {again}",
            "network" or "serverlimit" => $"ftpx probe says how the server is doing. When it is well, {again}",
            _ => $"When the cause is gone, {again}",
        };
    }
}
