namespace Accelerator.Jobs.Definitions;

/// <summary>The retry rule for a command or a manifest line after a delivery.</summary>
/// <param name="For">The total of the pauses between tries after which retries end and the effect is given up.</param>
/// <param name="First">The first pause; each later one is twice as long. At least 1 s.</param>
/// <param name="Longest">The longest pause.</param>
public sealed record EffectRule(TimeSpan For, TimeSpan First, TimeSpan Longest)
{
    /// <summary>The default: a day, with pauses from 10 s to 15 min.</summary>
    public static EffectRule Default { get; } = new(TimeSpan.FromDays(1), TimeSpan.FromSeconds(10), TimeSpan.FromMinutes(15));

    /// <summary>Returns the pause after a failed try; null if it was the last one.</summary>
    /// <param name="attempt">The number of the try, from 1.</param>
    public TimeSpan? After(int attempt)
    {
        var (waited, pause) = (TimeSpan.Zero, First);
        for (var i = 1; i < attempt && waited < For; i++)
        {
            waited += pause;
            pause = pause * 2 < Longest ? pause * 2 : Longest;
        }
        return waited + pause <= For ? pause : null;
    }
}
