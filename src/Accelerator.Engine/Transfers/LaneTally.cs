namespace Accelerator.Engine.Transfers;

/// <summary>The sums of one lane in one run. Kept under its owner's lock.</summary>
internal sealed class LaneTally
{
    private TimeSpan _lookedAt;
    private long _fetched;

    /// <summary>Bytes of ranges that have ended.</summary>
    public long Ended { get; set; }

    /// <summary>Data connections that broke off and were not told yet.</summary>
    public int Deaths { get; set; }

    /// <summary>Goodput, smoothed over about 2 s, bytes per second.</summary>
    public double Rate { get; private set; }

    /// <summary>Streams that receive.</summary>
    public int Receiving { get; private set; }

    /// <summary>Most that received at once.</summary>
    public int Most { get; private set; }

    /// <summary>Takes one sample; two within a twentieth of a second are one.</summary>
    public void Look(long fetched, int receiving, TimeSpan elapsed)
    {
        (Receiving, Most) = (receiving, Math.Max(Most, receiving));
        var seconds = (elapsed - _lookedAt).TotalSeconds;
        if (seconds < 0.05) return;
        var rate = (fetched - _fetched) / seconds;
        Rate += (rate - Rate) * (Rate == 0 ? 1 : 1 - Math.Exp(-seconds / 2));
        (_fetched, _lookedAt) = (fetched, elapsed);
    }
}
