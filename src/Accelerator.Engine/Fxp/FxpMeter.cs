namespace Accelerator.Engine.Fxp;

/// <summary>
/// Measures how much has arrived: SIZE of the partial file, over a session beside those that store, because nothing else shows from here
/// whether bytes move. Pure-FTPd and others do not show a file that grows; there, and where the destination accepts no second session,
/// nothing is reported and nothing is concluded.
/// </summary>
internal sealed class FxpMeter(FxpSite destination, FxpPlan plan, IProgress<FxpEvent> events, TimeProvider time)
{
    /// <summary>A file that has grown before and has not grown for this long has stalled.</summary>
    public static readonly TimeSpan Stall = TimeSpan.FromMinutes(1);

    /// <summary>The interval between two queries, and before the first: a short file is complete before it would be queried.</summary>
    public static readonly TimeSpan Interval = TimeSpan.FromSeconds(2);

    /// <summary>Polls until it is stopped, or the file has stopped growing.</summary>
    /// <returns>Whether the file has stopped growing.</returns>
    public async Task<bool> HasStalledAsync(CancellationToken stop)
    {
        var last = plan.Offset;
        long? grown = null;
        try
        {
            while (true)
            {
                await Task.Delay(Interval, time, stop).ConfigureAwait(false);
                var held = await destination.SizePoller.SizeAsync(plan.Part, stop).ConfigureAwait(false);
                if (held > last)
                {
                    (last, grown) = (held.Value, time.GetTimestamp());
                    events.Report(new FxpEvent.Progress(plan.Item, last, plan.Size));
                }
                // Conclude nothing from a missing reply, nor from the last bytes, which may wait for their 226.
                else if (held is null || last >= plan.Size) grown = null;
                else if (grown is { } since && time.GetElapsedTime(since) > Stall) return true;
            }
        }
        catch (OperationCanceledException)
        {
            return false;
        }
    }
}
