namespace Accelerator.Jobs.Definitions;

/// <summary>The rate of a server at each minute of a week: the measured one, or the limit of a bandwidth window if that is lower.</summary>
internal sealed class WeeklyRate
{
    private const int Minutes = 7 * 24 * 60;
    private const int SecondsPerMinute = 60;

    // A Monday of a week in which hardly any time zone changes its clocks.
    private static readonly DateTimeOffset Begin = new(2026, 1, 5, 0, 0, 0, TimeSpan.Zero);

    private readonly long[] _rates;
    private readonly Int128 _bytes;

    /// <param name="measured">The measured rate in bytes per second; at least 1.</param>
    /// <param name="windows">The limits.</param>
    public WeeklyRate(long measured, IReadOnlyList<BandwidthWindow> windows)
    {
        _rates = new long[Minutes];
        for (var i = 0; i < Minutes; i++)
        {
            var limit = windows.Count == 0 ? null : BandwidthWindow.LimitAt(windows, Begin + TimeSpan.FromMinutes(i));
            _rates[i] = Math.Min(measured, limit ?? long.MaxValue);
            _bytes += (Int128)_rates[i] * SecondsPerMinute;
        }
    }

    /// <summary>The average of the week in bytes per second, rounded down.</summary>
    public long Average => (long)(_bytes / (Minutes * SecondsPerMinute));

    /// <summary>Returns the time that some bytes take at the average rate, rounded up to seconds.</summary>
    public TimeSpan Usual(long bytes) => TimeSpan.FromSeconds(Math.Ceiling(bytes * (double)Minutes * SecondsPerMinute / (double)_bytes));

    /// <summary>Returns the time that some bytes take if they begin at the least favourable minute, rounded up to seconds.</summary>
    public TimeSpan Longest(long bytes)
    {
        // Whole weeks take as long from any beginning.
        var (weeks, rest) = ((double)((Int128)bytes / _bytes), (Int128)bytes % _bytes);
        var (longest, sum, end) = (0.0, (Int128)0, 0);
        for (var start = 0; start < Minutes; start++)
        {
            for (; sum < rest; end++) sum += OfMinute(end);
            if (rest > 0)
                longest = Math.Max(longest, ((end - start) * SecondsPerMinute) - ((double)(sum - rest) / _rates[(end - 1) % Minutes]));
            sum -= OfMinute(start);
        }
        return TimeSpan.FromSeconds(Math.Ceiling((weeks * Minutes * SecondsPerMinute) + longest));
    }

    private Int128 OfMinute(int minute) => (Int128)_rates[minute % Minutes] * SecondsPerMinute;
}
