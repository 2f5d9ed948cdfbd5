namespace Accelerator.Engine.Mirroring;

/// <summary>What comparing a file with its listing came to.</summary>
/// <param name="Verdict">The verdict.</param>
/// <param name="Why">What differs, for people; empty where nothing does.</param>
internal readonly record struct Comparison(ComparisonVerdict Verdict, string Why = "")
{
    /// <summary>It is the same.</summary>
    public static Comparison Same { get; } = new(ComparisonVerdict.Same);

    /// <summary>It has changed.</summary>
    public static Comparison Changed(string why) => new(ComparisonVerdict.Changed, why);
}
