namespace Accelerator.Soak.Tests.Storms;

/// <summary>The resources that a process held, sampled at even intervals from its start to its end.</summary>
internal sealed class HeldThings
{
    // A leak raises the lowest count. The highest one also depends on how many sessions were open: a short run, whose server breaks
    // connections, had 102 at most in its second quarter and 124 in its last.
    private const int MoreHandles = 16;

    // The .NET collector returns memory at its own times; a leak of one buffer of 64 KiB in each of a thousand files would be twice as
    // much.
    private const long MoreMemory = 32 << 20;

    private readonly List<(int Handles, long Resident)> _samples = [];

    public void Add(int handles, long resident) => _samples.Add((handles, resident));

    /// <summary>Compares the last quarter with the second one; the first belongs to the start.</summary>
    /// <exception cref="BrokenPromiseException">The resources have grown.</exception>
    public void Check()
    {
        var (then, now) = (Quarter(1), Quarter(3));
        if (now.Handles > then.Handles + MoreHandles || now.Resident > then.Resident + MoreMemory)
            throw new BrokenPromiseException($"A long run holds more and more: {this}.");
    }

    public override string ToString() =>
        $"{Quarter(1).Handles} descriptors at least in the second quarter and {Quarter(3).Handles} in the last, {Quarter(1).Resident >> 20} MiB resident on average and "
        + $"{Quarter(3).Resident >> 20} MiB, {_samples.Select(sample => sample.Resident).DefaultIfEmpty().Max() >> 20} MiB at most";

    private (int Handles, long Resident) Quarter(int number)
    {
        var length = _samples.Count / 4;
        var part = _samples.Skip(number * length).Take(length).ToList();
        return part.Count == 0 ? default : (part.Min(sample => sample.Handles), (long)part.Average(sample => sample.Resident));
    }
}
