using System.Globalization;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>
/// What is done where a file lies already under a name that is to be delivered, and the ledger knows nothing of it: after a ledger was lost, a whole archive does. With the server's own length
/// and time, which a delivery gives its file, it is the file; anything else is somebody's, and is not touched.
/// </summary>
internal sealed class Adoption(JobTools tools)
{
    /// <summary>Takes the file for delivered, or puts the claim aside.</summary>
    public async Task SettleAsync(HeldClaim held, CancellationToken cancellationToken)
    {
        var (claim, path) = (held.Claim, held.TargetPath);
        if (IsSame(claim, path) && await new FoundFiles(tools).AdoptAsync(held, FileMark.Of(path), "size and time match: it was there already", cancellationToken).ConfigureAwait(false)) return;
        var message = $"{path} exists, was not delivered by this job and differs from the server's file; it is not replaced. Move it away, then run ftpx job retry {claim.Job}.";
        await tools.Ledger.Claims.PutAsideAsync(claim, FileState.Quarantined, message, "exists", cancellationToken).ConfigureAwait(false);
        tools.Events.Report(new JobEvent.Refused(claim, DeliveryAction.Quarantine, "exists", message));
    }

    private static bool IsSame(Claim claim, string path)
    {
        var file = new FileInfo(path);
        return claim.Time is { Length: >= ListedFacts.TimeValDigits } listed && file.Length == claim.Size && file.LastWriteTimeUtc.ToString("yyyyMMddHHmmss", CultureInfo.InvariantCulture) == ListedFacts.ToTheSecond(listed);
    }
}
