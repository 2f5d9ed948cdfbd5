namespace Accelerator.Engine.Mirroring;

/// <summary>The result of comparing a file with its listing.</summary>
/// <param name="Verdict">The verdict.</param>
/// <param name="Why">What differs, for display; empty where nothing does.</param>
internal readonly record struct Comparison(ComparisonVerdict Verdict, string Why = "")
{
    /// <summary>The file is the same.</summary>
    public static Comparison Same { get; } = new(ComparisonVerdict.Same);

    /// <summary>The file has changed.</summary>
    public static Comparison Changed(string why) => new(ComparisonVerdict.Changed, why);
}
