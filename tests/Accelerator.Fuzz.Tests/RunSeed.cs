namespace Accelerator.Fuzz.Tests;

/// <summary>The number that a run's random choices come from.</summary>
/// <param name="variable">The environment variable that gives it.</param>
internal sealed class RunSeed(string variable)
{
    // A commit is judged by the same inputs as the one before it: a test that fails has been broken by the last change, and fails again when it is repeated.
    // New inputs are tried by `tests/run --all` and by the scripts, which print the seed that they took from the clock.
    private const ulong BeforeCommit = 20261122;

    private readonly ulong _clock = (ulong)DateTime.UtcNow.Ticks;
    private readonly ulong? _given = Environment.GetEnvironmentVariable(variable) is { Length: > 0 } text ? Read(text) : null;

    /// <summary>Of a test before a commit: the variable's, or else always the same.</summary>
    public ulong Fixed => _given ?? BeforeCommit;

    /// <summary>Of a long run: the variable's, or else the clock's, so that every run tries something new.</summary>
    public ulong New => _given ?? _clock;

    /// <exception cref="FormatException">It is no number.</exception>
    public static ulong Read(string text) =>
        ulong.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var seed) ? seed : throw new FormatException($"\"{text}\" is no seed: use digits.");
}
