namespace Accelerator.Fuzz.Tests;

/// <summary>The seed of a run's random choices.</summary>
/// <param name="variable">The environment variable that gives it.</param>
internal sealed class RunSeed(string variable)
{
    // Every commit is tested with the same inputs as the one before it: a failing test was broken by the last change and fails again when
    // it is repeated. New inputs are tried by `tests/run --all` and by the scripts, which print the seed that they took from the clock.
    private const ulong BeforeCommit = 20261122;

    private readonly ulong _clock = (ulong)DateTime.UtcNow.Ticks;
    private readonly ulong? _given = Environment.GetEnvironmentVariable(variable) is { Length: > 0 } text ? Read(text) : null;

    /// <summary>The seed of a test before a commit: from the variable, or else always the same.</summary>
    public ulong Fixed => _given ?? BeforeCommit;

    /// <summary>The seed of a long run: from the variable, or else from the clock, so that every run tries new inputs.</summary>
    public ulong New => _given ?? _clock;

    /// <exception cref="FormatException">The text is not a number.</exception>
    public static ulong Read(string text) =>
        ulong.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var seed) ? seed : throw new FormatException($"\"{text}\" is no seed: use digits.");
}
