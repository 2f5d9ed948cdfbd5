namespace Accelerator.Engine.Streams;

/// <summary>
/// Decides how many streams to use. A number given by the user stays. Otherwise: wait until the goodput of the running streams has stopped
/// growing, then add streams as long as each adds a fair share of what the first ones brought, and release those that added nothing. The
/// size of a step follows from the first plateau: rate × R is the window that limits each stream, and a small one means a server that
/// benefits from many streams: with 1 MiB, 1 Gbit/s and 186 ms it is 22 (docs/decisions/0004-streams-on-long-paths.md). It takes
/// numbers and returns a decision, without a socket or a clock.
/// </summary>
internal sealed class StreamController
{
    // Falcon's marginal rule: a stream that adds less than 3 % only takes from the others; a tenth is worth any step.
    private const double GainPerStream = 1.03;
    private const double WorthAnyStep = 1.10;

    // The part of the first streams' share that each added stream must bring for another step. At 1 Gbit/s, 186 ms and windows of 1 MiB, 24
    // more than eight bring 0.65 and fill the path; in the lab 512 MiB took 10.4 s with the next step, to 64 streams, and 9.9 s without.
    private const double FullShare = 0.8;

    private const double Fallen = 0.85;

    // A window of this size is a setting (64 KiB to Linux's 4 MiB), not a path that is full: four times as many streams overshoot a full
    // path by three windows each, which its queue can hold. A window without window scaling is so small that eight times as many fit.
    private const double SmallWindow = 5e6;
    private const double TinyWindow = 1.5e6;
    private const double UnscaledWindow = 3e5;

    // No system sets a window below this: four streams with a few kB each have filled a short path. Eight times as many took 2.4 times as
    // long there (simulated: 100 Mbit/s, 1 ms).
    private const double LeastWindow = 24e3;

    // Where a setting or losses limit each stream, this multiple of the streams that fill the path is remembered. The surplus keeps the
    // path full in the first round trips and while streams end; with twice as many, the queue costs more than that gains (simulated, 300
    // paths).
    private const double OverSubscription = 1.5;

    // Up to this number it may be more than were tried: a path that is full at once ends the search. At 1 Gbit/s, 100 ms and 100 ppm of
    // loss 512 MiB took 7.0 s with the 8 that were tried, and 6.5 s with 15; known paths of the simulator 1.84 and 1.76 at percentile 95.
    // A remembered number does not rise this way, or it would in every run: more streams bring less each.
    private const int MostUntried = 24;

    // Shares of the best goodput. Below Filled, the last ranges leave the path partly idle; below Outage, practically nothing arrives.
    private const double Filled = 0.6;
    private const double Outage = 0.02;

    // Share of the best goodput below which levelled streams tell nothing about the path: they are the last short ranges of a file. Learned
    // from them, 40 streams were remembered for 10 Gbit/s and 186 ms, where five fill the path.
    private const double Telling = 0.4;

    // From this round trip (seconds) and these bytes on, sessions for the largest step log in before it is known whether the step is taken.
    private const double Far = 0.1;
    private const long Much = 256 << 20;

    // Spare sessions where there is less to fetch.
    private const int MostSpare = 8;

    // Connect, greeting, login and SIZE, at a site that takes a login sent at once.
    private const int LoginRoundTrips = 4;

    // Ten segments of 1460 bytes (RFC 6928).
    private const double InitialWindow = 14_600;

    // Round trips from the first byte until the last stream of a known site has opened and doubled its rate up to 64 MiB.
    private const double SlowStart = 12;

    // A twentieth less than before may be chance.
    private const double OthersNoise = 0.95;

    private readonly StreamLimits _limits;
    private readonly GoodputHistory _history = new();
    private (int Streams, double Rate)? _before;
    private double _othersBefore;
    private int _step;
    private bool _hasData;
    private bool _isSettled;
    private double _settledRate;
    private double _lookAt;
    private double _lookUpAt;
    private double _changedAt;
    private double _fullAt;
    private double _fullRate;
    private double _alone;
    private (int Streams, double Rate, double Window)? _reached;
    private int _deaths;
    private double _deathsSince;

    /// <summary>Creates a controller for one run.</summary>
    public StreamController(StreamLimits limits)
    {
        _limits = limits;
        Wanted = Math.Min(Math.Max(limits.Start, limits.Least), Math.Max(1, limits.Most));
        _isSettled = limits.IsFixed || limits.IsKnown;
        _settledRate = limits.KnownRate;
        // A remembered number whose goodput is unknown is left unchanged for half a minute.
        _lookAt = limits.KnownRate > 0 ? 0 : 30;
        _lookUpAt = 60;
    }

    /// <summary>Streams wanted at present.</summary>
    public int Wanted { get; private set; }

    /// <summary>Sessions to keep ready beside them, so that the next step costs two round trips instead of eight.</summary>
    public int Spare { get; private set; }

    /// <summary>
    /// The number of streams that was right, or the best estimate at the end of a short transfer, the rate that was measured, and the bytes
    /// that one stream had in flight at that rate; null when nothing was learned.
    /// </summary>
    public (int Streams, double Rate, double Window)? Reached
    {
        get => _reached is { } reached ? (Needed(reached.Streams), reached.Rate, reached.Window) : null;
        private set => _reached = value;
    }

    /// <summary>Best goodput over half a second or two round trips, bytes per second.</summary>
    public double Peak { get; private set; }

    /// <summary>Goodput over the last half second, or two round trips, bytes per second; 0 before.</summary>
    public double Rate { get; private set; }

    /// <summary>Whether the search has ended.</summary>
    public bool IsSettled => _isSettled;

    /// <summary>Whether another number is being tried: its goodput is compared with the earlier one's.</summary>
    public bool IsTrying => !_isSettled && _before is not null;

    /// <summary>Sets this route's part of a number that the user gave, where routes share it.</summary>
    public void Share(int streams)
    {
        if (_limits.IsFixed) Wanted = streams;
    }

    /// <summary>Evaluates one sample.</summary>
    /// <returns>What changed, or was considered and kept; null when there is nothing to report.</returns>
    public StreamDecision? Observe(in StreamSample sample)
    {
        _history.Add(sample.Seconds, sample.Fetched);
        if (_limits.IsFixed) return sample.Worth < Wanted ? Decide(sample, 1, 0, "the file comes in one stream") : null;
        if (!_hasData && sample.Start > 0) Wanted = Math.Min(Math.Max(sample.Start, _limits.Least), Math.Max(1, Most(sample)));
        if (!_hasData && sample.Fetched > 0)
        {
            _hasData = true;
            // The streams have opened, and left slow start, before their goodput is compared with the remembered one.
            _lookAt = Math.Max(_lookAt, sample.Seconds + Epoch(sample) + (SlowStart * sample.RoundTrip));
        }
        if (sample.Level >= 4 && sample.LevelRate * sample.RoundTrip <= TinyWindow && IsTelling(sample))
            _alone = Math.Max(_alone, sample.LevelRate);
        var bound = Bound(sample) ?? Retreat(sample) ?? Fill(sample) ?? (_isSettled ? Keep(sample) : Grow(sample));
        Spare = PlanSpares(sample);
        return bound;
    }

    private StreamDecision? Bound(in StreamSample sample)
    {
        if (sample.Ceiling < Wanted) return Settled(sample, sample.Ceiling, 0, $"the server allows {sample.Ceiling}");
        return sample.Worth < Wanted ? Decide(sample, Math.Max(1, sample.Worth), 0, "the files are too short for more") : null;
    }

    // Two data connections lost within an epoch: a device on the path does not support so many.
    private StreamDecision? Retreat(in StreamSample sample)
    {
        if (sample.Seconds - _deathsSince > Epoch(sample)) (_deaths, _deathsSince) = (0, sample.Seconds);
        // If all connections are lost at once, it is an outage: fewer streams would not have survived it either.
        if (sample.Deaths <= sample.Receiving) _deaths += sample.Deaths;
        if (_deaths < 2 || Wanted == 1) return null;
        _deaths = 0;
        var halved = Settled(sample, Math.Max(1, Wanted / 2), 0, "data connections fail");
        _lookAt = sample.Seconds + 60;
        return halved;
    }

    // No stream can take more work that pays, and the remaining ones do not fill the path: a slow one holds most of the rest. Split among
    // many streams it ends sooner, although each of them restarts: a part that is half as long saves a round trip.
    private StreamDecision? Fill(in StreamSample sample)
    {
        if (Recent(sample, 0.5) is not { } rate) return null;
        Rate = rate;
        Peak = Math.Max(Peak, rate);
        if (Peak <= 0) return null;
        var next = Math.Min(4 * Wanted, Most(sample));
        // No data at all is an outage, not a tail.
        if (rate > Filled * Peak || rate < Outage * Peak || sample.Receiving > 3 * Wanted / 4 || next <= Wanted
            || sample.Left / Math.Max(rate, 1) < Math.Max(10 * sample.RoundTrip, 0.5))
            return null;
        _isSettled = true;
        _lookAt = double.MaxValue;
        return Decide(sample, next, rate,
            $"the last ranges reach {rate / Peak:0 %} of the best goodput on this path: more streams would slow them");
    }

    private StreamDecision? Grow(in StreamSample sample)
    {
        // Streams between two ranges, and those in slow start, are ignored; half of the new ones must have left it.
        var isLate = _before is not null && sample.Seconds - _changedAt > 2 * Epoch(sample) && sample.Level > 0;
        if (sample.Level < Enough() && !isLate) return null;
        var rate = sample.LevelRate * Wanted;
        if (_before is null && !IsTelling(sample)) return null;
        if (_before is { } before)
        {
            // The goodput of all streams together, the gaps between their ranges included.
            if (Recent(sample, 0.5) is not { } total) return null;
            rate = total - Math.Max(0, (OthersNoise * _othersBefore) - sample.Others);
            var gain = rate / before.Rate;
            var step = Wanted - before.Streams;
            var share = (gain - 1) * before.Streams / step;
            // The new streams are running, and what is left is too short for a useful comparison.
            if (share < 0.5 && IsShort(sample, rate))
                return Settled(sample, Wanted, rate,
                    $"{step} more changed goodput by {gain - 1:+0 %;-0 %}; too little is left to test another number");
            if (gain < Math.Min(Math.Pow(GainPerStream, step), WorthAnyStep))
            {
                Settle(sample, before.Streams, before.Rate);
                return Decide(sample, before.Streams, rate,
                    $"{step} more changed goodput by {gain - 1:+0 %;-0 %}, too little to keep them");
            }
            // Less than a full share each: something other than the single stream is the limit now, and is reached.
            if (share < FullShare) return Full(sample, before, rate);
            _step = 0;
        }
        if (sample.IsLocalBound)
            return Settled(sample, Wanted, rate, "this computer's disk or processor is the limit, not the number of streams");
        if (IsFull(sample))
        {
            if (_before is { } earlier) return Full(sample, earlier, rate);
            Reached = (Wanted, rate, Window(sample, rate));
            return null;
        }
        if (sample.IsHeld) return null;
        var next = Next(sample, rate);
        if (next <= Wanted)
            return Settled(sample, Wanted, rate,
                Wanted >= _limits.Most ? "this is the maximum for auto"
                    : Wanted >= sample.Ceiling ? $"the server allows {sample.Ceiling}" : "more streams would not help");
        if (!Pays(sample, rate, next)) return null;
        (_before, _othersBefore) = ((Wanted, rate), sample.Others);
        // The best estimate where the transfer ends before the result.
        Reached = (Chance(Window(sample, rate)) == 1 ? next : Wanted, rate, Window(sample, rate));
        return Decide(sample, next, rate, $"each stream has reached a window of {Window(sample, rate) / 1048576:0.0##} MiB");
    }

    // For long transfers only: after a drop of the goodput, and once a minute, test whether more are better. Fewer are not tested: under
    // loss the result is chance, and a wrong step down was remembered: later runs took up to three times as long (simulated).
    private StreamDecision? Keep(in StreamSample sample)
    {
        // A released stream ends with its range, not at once.
        if (sample.Seconds < _lookAt || sample.Receiving != Wanted) return null;
        if (_history.Rate(sample.Seconds - Epoch(sample), sample.Seconds) is not { } rate || IsShort(sample, rate)) return null;
        _lookAt = sample.Seconds + (10 * Epoch(sample));
        var hasFallen = rate < Fallen * _settledRate;
        if (hasFallen || sample.Seconds >= _lookUpAt)
        {
            _isSettled = false;
            _step = Small(Wanted);
            _lookUpAt = sample.Seconds + 60;
            return Decide(sample, Wanted, rate,
                hasFallen ? "throughput has dropped: testing more streams" : "testing more streams again");
        }
        _settledRate = rate;
        Reached = (Wanted, rate, Window(sample, rate));
        return null;
    }

    private bool IsTelling(in StreamSample sample) => sample.LevelRate * Wanted >= Telling * Peak;

    // Less than six epochs: no comparison would end in time.
    private static bool IsShort(in StreamSample sample, double rate) => sample.Left / rate < 6 * Epoch(sample);

    private int Needed(int streams)
    {
        var most = Math.Max(streams, _limits.IsKnown ? 1 : MostUntried);
        return _alone > 0 ? checked((int)Math.Clamp(Math.Ceiling(OverSubscription * Peak / _alone), 1, most)) : streams;
    }

    private int Most(in StreamSample sample) => Math.Min(_limits.Most, Math.Min(sample.Ceiling, sample.Worth));

    private double? Recent(in StreamSample sample, double least) =>
        _history.Rate(sample.Seconds - Math.Max(2 * sample.RoundTrip, least), sample.Seconds);

    private static int Small(int streams) => Math.Max(1, streams / 8);

    private void Settle(in StreamSample sample, int streams, double rate)
    {
        Reached = (streams, rate, rate / streams * sample.RoundTrip);
        _isSettled = true;
        _settledRate = rate;
        _before = null;
        _lookAt = sample.Seconds + (10 * Epoch(sample));
        _lookUpAt = sample.Seconds + 60;
    }

    private StreamDecision Settled(in StreamSample sample, int streams, double rate, string why)
    {
        Settle(sample, streams, rate);
        return Decide(sample, streams, rate, why);
    }

    private StreamDecision Decide(in StreamSample sample, int streams, double rate, string why)
    {
        var decision = new StreamDecision(TimeSpan.FromSeconds(sample.Seconds), Wanted, streams, rate, why);
        if (streams != Wanted)
        {
            _history.Clear();
            _changedAt = sample.Seconds;
        }
        Wanted = streams;
        return decision;
    }

    private int Next(in StreamSample sample, double rate)
    {
        var next = _step > 0 ? Wanted + _step : Wanted * (_fullRate > 0 ? 2 : Factor(Window(sample, rate)));
        return Math.Min(next, Most(sample));
    }

    // Something other than the single stream is the limit now, and is reached. The surplus stays: a stream that is given back ends
    // its range first, and what it leaves begins in slow start again (simulated: 3 % longer in the slowest 15 of 300 transfers).
    // Beside other routes it would take from them: as many stay as bring that much, and a tenth.
    private StreamDecision Full(in StreamSample sample, (int Streams, double Rate) before, double rate)
    {
        var enough = Math.Ceiling(1.1 * rate / (before.Rate / before.Streams));
        var kept = sample.Others > 0 && !IsShort(sample, rate) && before.Rate > 0
            ? checked((int)Math.Clamp(enough, before.Streams, Wanted)) : Wanted;
        return Settled(sample, kept, rate,
            $"{Wanted} streams have {rate / before.Rate:0.0} times the goodput of {before.Streams}: the path is full");
    }

    // A queue has built up: more streams would lengthen it, and leave slow start early. When it has been empty for a while, loss has freed
    // capacity.
    private bool IsFull(in StreamSample sample)
    {
        // On a short path a busy computer, too, answers some milliseconds late.
        if (sample.Ping > (1.2 * sample.RoundTrip) + Math.Max(0.002, 0.01 - sample.RoundTrip))
        {
            _fullAt = sample.Seconds;
            _fullRate = Math.Max(_fullRate, Recent(sample, 0.25) ?? 0);
        }
        return _fullRate > 0 && sample.Seconds - _fullAt < 8 * sample.RoundTrip;
    }

    private static int Factor(double window) => window switch
    {
        < LeastWindow => 2,
        <= UnscaledWindow => 8,
        <= SmallWindow => 4,
        _ => 2,
    };

    // Weighs the set-up and slow start of the new streams against the time they save when all goes well. A tenth of the time left is the
    // least for a step that may be in vain; a step of one stream costs little.
    private bool Pays(in StreamSample sample, double rate, int next)
    {
        var left = sample.Left / rate;
        // A rate above that of the full path shows that the path has changed.
        var least = _fullRate > rate ? rate / _fullRate : 0;
        var gained = left * (1 - Math.Max(least, (double)Wanted / next));
        var trips = 3 + (Math.Log2(Math.Max(2, Window(sample, rate) / InitialWindow)) / 1.5);
        return Chance(Window(sample, rate)) * gained > (trips * sample.RoundTrip) + (_step > 0 ? 0 : 0.1 * left);
    }

    // The probability that a single stream is the limit. A small window is a setting; a large one is more often a path that is full with no
    // queue yet, because senders leave slow start on the first delay: two streams more halved the goodput there (4 Gb/s, 50 ms).
    private static double Chance(double window) => window switch
    {
        < LeastWindow => 0.6,
        <= TinyWindow => 1,
        <= SmallWindow => 0.6,
        _ => 0.3,
    };

    private int PlanSpares(in StreamSample sample)
    {
        var most = Math.Max(0, Most(sample) - Wanted);
        // On a short path a login costs nothing.
        if (sample.RoundTrip < 0.005) return Math.Min(_isSettled ? 0 : 1, most);
        // Some spare sessions, to take over from a stream that ends, or to relieve a slow one, at two round trips instead of four.
        if (_isSettled) return Math.Min((Wanted / 4) + 1, most);
        if (sample.Level > 0) return Math.Min((Factor(sample.LevelRate * sample.RoundTrip) - 1) * Wanted, most);
        // First the streams and those that send the first queries: dozens of logins at once delay each other, and the plan.
        if (_limits.IsSiteKnown && sample.Seconds < LoginRoundTrips * sample.RoundTrip) return Math.Min(Wanted, most);
        // Before the outcome is known: where logins take seconds and there is much to fetch, prepare for the largest step.
        var isFar = sample.RoundTrip >= Far && sample.Left >= Much;
        return Math.Min(isFar ? 7 * Wanted : Math.Min(Wanted, MostSpare), most);
    }

    private int Enough() => _before is { } before ? before.Streams + ((Wanted - before.Streams + 1) / 2) : Math.Min(4, (Wanted / 2) + 1);

    private double Window(in StreamSample sample, double rate) => rate / Wanted * sample.RoundTrip;

    private static double Epoch(in StreamSample sample) => Math.Max(3, 16 * sample.RoundTrip);
}
