using Accelerator.Ftp.Fxp;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Fxp;

/// <summary>One copy over one data connection, monitored by the size of the growing file at the destination.</summary>
internal sealed class FxpStream(FxpRequest request, FxpPlan plan, FxpSite destination, IProgress<FxpEvent> events, TimeProvider time)
{
    /// <summary>Copies the missing bytes.</summary>
    /// <exception cref="FxpException">The copy did not complete.</exception>
    public async Task CopyAsync(FtpSession from, FxpDestination to, CancellationToken cancellationToken)
    {
        var copy = new FxpCopy
        {
            From = plan.Item.From,
            To = plan.Part,
            Offset = plan.Offset,
            Append = plan.Append,
            Passive = plan.Passive,
            Protection = plan.Protection,
            AtOnce = destination.HasStored,
            Longest = FxpPolicy.Longest(plan.Size - plan.Offset),
        };
        Func<CancellationToken, Task> send = plan.IsRelayed
            ? stop => new FxpRelay(from, to).CopyAsync(copy, stop)
            : stop => new FxpPair(from, to, request.Timeouts, time).CopyAsync(copy, stop);
        await SendAsync(send, copy, cancellationToken).ConfigureAwait(false);
        destination.HasStored = true;
    }

    private async Task SendAsync(Func<CancellationToken, Task> send, FxpCopy copy, CancellationToken cancellationToken)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var meter = new FxpMeter(destination, plan, events, time).HasStalledAsync(stop.Token);
        try
        {
            var copying = send(stop.Token);
            await Task.WhenAny(copying, meter).ConfigureAwait(false);
            if (meter.IsCompletedSuccessfully && await meter.ConfigureAwait(false)) await stop.CancelAsync().ConfigureAwait(false);
            await copying.ConfigureAwait(false);
        }
        catch (OperationCanceledException e) when (!cancellationToken.IsCancellationRequested)
        {
            throw new FxpException(FxpStep.Data, FxpSide.Destination, null,
                $"{request.Destination.Describe(copy.To)} has not grown for {FxpMeter.Stall.TotalSeconds:0} s, "
                    + "and both servers were told to stop", e) { IsStoring = true };
        }
        finally
        {
            await stop.CancelAsync().ConfigureAwait(false);
            await meter.ConfigureAwait(false);
        }
    }
}
