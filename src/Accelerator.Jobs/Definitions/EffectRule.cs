namespace Accelerator.Jobs.Definitions;

/// <summary>How long a command or a manifest line after a delivery is tried again.</summary>
/// <param name="For">How long after the first try, reckoned by the pauses between tries; then it is put aside.</param>
/// <param name="First">The first pause; each is twice the one before. At least 1 s.</param>
/// <param name="Longest">The longest pause.</param>
public sealed record EffectRule(TimeSpan For, TimeSpan First, TimeSpan Longest)
{
    /// <summary>A day, from 10 s to 15 min apart.</summary>
    public static EffectRule Default { get; } = new(TimeSpan.FromDays(1), TimeSpan.FromSeconds(10), TimeSpan.FromMinutes(15));

    /// <summary>The pause after a try that failed; null where it was the last one.</summary>
    /// <param name="attempt">Which try, from 1.</param>
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
