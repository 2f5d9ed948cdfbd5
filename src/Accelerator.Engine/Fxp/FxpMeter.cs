using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Fxp;

/// <summary>
/// How much has arrived: SIZE of the partial file, over a session beside the one that stores, because nothing else shows from here whether bytes move. Pure-FTPd
/// and others do not show a file that grows; there, and where the destination lets no second session in, nothing is told and nothing is concluded.
/// </summary>
internal sealed class FxpMeter(FxpSite destination, FxpPlan plan, IProgress<FxpEvent> events, TimeProvider time)
{
    /// <summary>A file that has grown before and does not for so long will not.</summary>
    public static readonly TimeSpan Stall = TimeSpan.FromMinutes(1);

    /// <summary>Between two questions, and before the first: a short file is there before it would be asked for.</summary>
    public static readonly TimeSpan Interval = TimeSpan.FromSeconds(2);

    /// <summary>Asks until it is stopped, or the file has stopped growing.</summary>
    /// <returns>Whether it has stopped growing.</returns>
    public async Task<bool> HasStalledAsync(CancellationToken stop)
    {
        FtpSession? session = null;
        try
        {
            await Task.Delay(Interval, time, stop).ConfigureAwait(false);
            session = await destination.TryRentAsync(stop).ConfigureAwait(false);
            return session is not null && await HasStalledAsync(session, stop).ConfigureAwait(false);
        }
        catch (Exception e) when (e is FtpException or TransferException or OperationCanceledException)
        {
            return false;
        }
        finally
        {
            if (session is not null) await destination.ReturnAsync(session).ConfigureAwait(false);
        }
    }

    private async Task<bool> HasStalledAsync(FtpSession session, CancellationToken stop)
    {
        var last = plan.Offset;
        long? grown = null;
        while (true)
        {
            var (_, held) = await FxpInspector.SizeAsync(session, plan.Part, stop).ConfigureAwait(false);
            if (held > last)
            {
                (last, grown) = (held.Value, time.GetTimestamp());
                events.Report(new FxpEvent.Progress(plan.Item, last, plan.Size));
            }
            // The last bytes may wait for their 226.
            else if (grown is { } since && last < plan.Size && time.GetElapsedTime(since) > Stall) return true;
            await Task.Delay(Interval, time, stop).ConfigureAwait(false);
        }
    }
}
