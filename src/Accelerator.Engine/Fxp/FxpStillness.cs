using Accelerator.Ftp;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Fxp;

/// <summary>
/// Waits until nobody writes a partial file any more. A server may go on with a transfer whose client has died (vsftpd looks at its control
/// connection only in between): its size is then old as soon as it is told.
/// </summary>
internal sealed class FxpStillness(FtpSession destination, FxpItem item, FxpRecord record, IProgress<FxpEvent> events, TimeProvider time)
{
    /// <summary>Waits.</summary>
    /// <param name="held">Its size when it was last asked for; null where it is not there.</param>
    /// <param name="cancellationToken">Stops it.</param>
    /// <returns>Its size when it stood still, or after <see cref="FxpPolicy.Longest"/>; null where it is not there.</returns>
    /// <exception cref="FtpException">The session could not ask.</exception>
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
