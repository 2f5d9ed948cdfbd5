namespace Accelerator.Jobs.Definitions;

/// <summary>How often a file is tried, and how long is waited between.</summary>
/// <param name="Attempts">Tries in all before the file is put aside; at least 1.</param>
/// <param name="First">The first pause; each is twice the one before.</param>
/// <param name="Longest">The longest pause.</param>
public sealed record RetryRule(int Attempts, TimeSpan First, TimeSpan Longest)
{
    /// <summary>Ten tries, from half a minute to an hour apart.</summary>
    public static RetryRule Default { get; } = new(10, TimeSpan.FromSeconds(30), TimeSpan.FromHours(1));

    /// <summary>The pause after a try that failed; null where it was the last one.</summary>
    /// <param name="attempt">Which try, from 1.</param>
    public TimeSpan? After(int attempt)
    {
        if (attempt >= Attempts) return null;
        // Thirty doublings are longer than any pause, and fit.
        var pause = First * Math.Pow(2, Math.Min(attempt - 1, 30));
        return pause < Longest ? pause : Longest;
    }
}
