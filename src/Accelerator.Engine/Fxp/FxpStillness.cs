using Accelerator.Ftp;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Fxp;

/// <summary>
/// Waits until a partial file is no longer written. A server may continue a transfer whose client has died (vsftpd checks its control
/// connection only occasionally): the reported size is then out of date at once.
/// </summary>
internal sealed class FxpStillness(FtpSession destination, FxpItem item, FxpRecord record, IProgress<FxpEvent> events, TimeProvider time)
{
    /// <summary>Waits until the size is stable.</summary>
    /// <param name="held">Its size at the last query; null where it does not exist.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <returns>Its size when it was stable, or after <see cref="FxpPolicy.Longest"/>; null where it does not exist.</returns>
    /// <exception cref="FtpException">The session could not be queried.</exception>
    public async Task<long?> WaitAsync(long? held, CancellationToken cancellationToken)
    {
        var (began, since) = (time.GetTimestamp(), time.GetTimestamp());
        var longest = FxpPolicy.Longest(record.Size);
        while (time.GetElapsedTime(began) < longest && FxpPolicy.MayGrow(record, held, time.GetElapsedTime(since)))
        {
            await Task.Delay(FxpPolicy.StillnessInterval, time, cancellationToken).ConfigureAwait(false);
            var (_, now) = await FxpInspector.SizeAsync(destination, FxpPlanner.PartOf(item), cancellationToken).ConfigureAwait(false);
            if (now == held) continue;
            (held, since) = (now, time.GetTimestamp());
            events.Report(new FxpEvent.Progress(item, held ?? 0, record.Size));
        }
        return held;
    }
}
