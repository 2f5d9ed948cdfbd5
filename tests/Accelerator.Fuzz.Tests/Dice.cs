namespace Accelerator.Fuzz.Tests;

/// <summary>
/// SplitMix64: the same numbers for the same seed on every runtime, which <see cref="Random"/> does not promise. Neighbouring seeds have
/// nothing in common.
/// </summary>
internal sealed class Dice(ulong seed)
{
    private ulong _state = seed;

    public ulong Next()
    {
        var z = _state += 0x9E3779B97F4A7C15;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }

    /// <summary>Returns a number from 0 to one below the limit; 0 where the limit is 0.</summary>
    public int Below(int limit) => limit <= 0 ? 0 : (int)(Next() % (ulong)limit);

    public bool OneIn(int count) => Below(count) == 0;

    public T Of<T>(IReadOnlyList<T> list) => list[Below(list.Count)];
}
