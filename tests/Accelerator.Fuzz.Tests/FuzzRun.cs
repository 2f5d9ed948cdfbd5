using System.Diagnostics;

namespace Accelerator.Fuzz.Tests;

/// <summary>
/// Tries a target's seeds, and then inputs made from them, for a given time or count. Input number k is made from the run's seed plus k, so
/// a run that starts with a finding's own seed makes that input first.
/// </summary>
internal sealed class FuzzRun(FuzzTarget target, ulong seed, FuzzLimits limits)
{
    private const int MostShrinkings = 3000;

    private readonly object _lock = new();
    private readonly Mutator _mutator = new(target);
    private byte[] _current = [];
    private long _begun;
    private long _inputs;
    private long _taken;

    /// <summary>FTPX_FUZZ_SEED.</summary>
    public static RunSeed Seeds { get; } = new("FTPX_FUZZ_SEED");

    /// <summary>Runs until a promise is broken or the time is over; at least one input is made.</summary>
    public FuzzResult Run(TimeSpan time)
    {
        var start = Stopwatch.GetTimestamp();
        return Run(_ => Stopwatch.GetElapsedTime(start) >= time);
    }

    /// <summary>
    /// Runs until a promise is broken or the given number of inputs has been made; the inputs are the same on every machine.
    /// </summary>
    public FuzzResult Run(int inputs) => Run(made => made >= inputs);

    private FuzzResult Run(Func<int, bool> isOver)
    {
        Finding? finding = null;
        // Use a separate thread, so that an input that never ends can be abandoned.
        var trying = new Thread(() => finding = Try(isOver)) { IsBackground = true, Name = target.Name };
        trying.Start();
        while (!trying.Join(TimeSpan.FromMilliseconds(500)))
        {
            byte[] current;
            lock (_lock)
            {
                if (_begun == 0 || Stopwatch.GetElapsedTime(_begun) < limits.Endless) continue;
                current = _current;
            }
            finding = new Finding(target.Name, null, current, $"It does not end: {limits.Endless.TotalSeconds:0} s.");
            break;
        }
        return new FuzzResult(target.Name, seed, Interlocked.Read(ref _inputs), Interlocked.Read(ref _taken), finding);
    }

    /// <summary>Returns the promise that one input breaks; null for none.</summary>
    public string? Broken(byte[] input)
    {
        Begin(input);
        var allocated = GC.GetAllocatedBytesForCurrentThread();
        try
        {
            if (target.Check(input)) Interlocked.Increment(ref _taken);
        }
        // Any exception is a finding: the check catches the documented ones.
        catch (Exception e)
        {
            return e.ToString();
        }
        allocated = GC.GetAllocatedBytesForCurrentThread() - allocated;
        var may = limits.Allocated + ((long)target.AllocatedPerByte * input.Length);
        if (allocated > may) return $"It allocates {allocated} bytes for {input.Length} of input; {may} are allowed.";
        return IsSlow(input) ? $"It takes longer than {limits.Slow.TotalSeconds:0.#} s for {input.Length} bytes of input." : null;
    }

    private Finding? Try(Func<int, bool> isOver)
    {
        foreach (var given in target.Seeds)
        {
            if (Try(given, null) is { } finding) return finding;
        }
        var made = 0;
        do
        {
            var next = seed + (ulong)made++;
            if (Try(_mutator.Make(next), next) is { } finding) return finding;
        }
        while (!isOver(made));
        return null;
    }

    private Finding? Try(byte[] input, ulong? from)
    {
        Interlocked.Increment(ref _inputs);
        if (Broken(input) is not { } what) return null;
        var small = Shrink(input, Kind(what));
        return new Finding(target.Name, from, small, Broken(small) ?? what);
    }

    // A single slow run may be caused by the machine: the collector, another program.
    private bool IsSlow(byte[] input)
    {
        for (var i = 0; i < 3; i++)
        {
            if (Stopwatch.GetElapsedTime(_begun) <= limits.Slow) return false;
            Begin(input);
            target.Check(input);
        }
        return Stopwatch.GetElapsedTime(_begun) > limits.Slow;
    }

    private void Begin(byte[] input)
    {
        lock (_lock) (_current, _begun) = (input, Stopwatch.GetTimestamp());
    }

    // Remove halves, then quarters, and so on, as long as the same promise breaks. A slow input would take hours to minimize.
    private byte[] Shrink(byte[] input, string kind)
    {
        var start = Stopwatch.GetTimestamp();
        var tries = 0;
        for (var length = input.Length / 2; length > 0; length /= 2)
        {
            for (var at = 0; at + length <= input.Length && tries++ < MostShrinkings && Stopwatch.GetElapsedTime(start) < limits.Endless;)
            {
                byte[] less = [.. input[..at], .. input[(at + length)..]];
                if (Broken(less) is { } what && Kind(what) == kind) input = less;
                else at += length;
            }
        }
        return input;
    }

    private static string Kind(string what) => what.StartsWith("It ", StringComparison.Ordinal) ? what[..10] : what.Split(':', '\n')[0];
}
