using Accelerator.Engine.Streams;

namespace Accelerator.Engine.Transfers.Scheduling;

/// <summary>The sums of one route in one run. Protected by its owner's lock.</summary>
internal sealed class RouteTally
{
    private readonly SmoothedRate _rate = new(TransferMeter.Memory);

    /// <summary>Bytes of completed ranges.</summary>
    public long Ended { get; set; }

    /// <summary>Broken data connections not yet reported.</summary>
    public int Deaths { get; set; }

    /// <summary>Goodput, smoothed over about 2 s, bytes per second.</summary>
    public double Rate => _rate.BytesPerSecond;

    /// <summary>Streams that are receiving.</summary>
    public int Receiving { get; private set; }

    /// <summary>The highest number of streams that received at once.</summary>
    public int Most { get; private set; }

    /// <summary>Takes one sample.</summary>
    public void Look(long fetched, int receiving, TimeSpan elapsed)
    {
        (Receiving, Most) = (receiving, Math.Max(Most, receiving));
        _rate.TryAdd(elapsed, fetched);
    }
}
