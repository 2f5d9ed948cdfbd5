namespace Accelerator.Jobs.Definitions;

/// <summary>How often a file is tried, and the pauses in between.</summary>
/// <param name="Attempts">The number of tries after which the file is marked as failed; at least 1.</param>
/// <param name="First">The first pause; each later one is twice as long.</param>
/// <param name="Longest">The longest pause.</param>
public sealed record RetryRule(int Attempts, TimeSpan First, TimeSpan Longest)
{
    /// <summary>The default: ten tries, with pauses from half a minute to an hour.</summary>
    public static RetryRule Default { get; } = new(10, TimeSpan.FromSeconds(30), TimeSpan.FromHours(1));

    /// <summary>Returns the pause after a failed try; null if it was the last one.</summary>
    /// <param name="attempt">The number of the try, from 1.</param>
    public TimeSpan? After(int attempt)
    {
        if (attempt >= Attempts) return null;
        // Thirty doublings exceed any pause and do not overflow.
        var pause = First * Math.Pow(2, Math.Min(attempt - 1, 30));
        return pause < Longest ? pause : Longest;
    }
}
