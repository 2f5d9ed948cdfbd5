using Accelerator.Engine.Streams;

namespace Accelerator.Engine.Transfers;

/// <summary>The sums of one lane in one run. Kept under its owner's lock.</summary>
internal sealed class RouteTally
{
    private readonly SmoothedRate _rate = new(TransferMeter.Memory);

    /// <summary>Bytes of ranges that have ended.</summary>
    public long Ended { get; set; }

    /// <summary>Data connections that broke off and were not told yet.</summary>
    public int Deaths { get; set; }

    /// <summary>Goodput, smoothed over about 2 s, bytes per second.</summary>
    public double Rate => _rate.BytesPerSecond;

    /// <summary>Streams that receive.</summary>
    public int Receiving { get; private set; }

    /// <summary>Most that received at once.</summary>
    public int Most { get; private set; }

    /// <summary>Takes one sample.</summary>
    public void Look(long fetched, int receiving, TimeSpan elapsed)
    {
        (Receiving, Most) = (receiving, Math.Max(Most, receiving));
        _rate.TryAdd(elapsed, fetched);
    }
}
