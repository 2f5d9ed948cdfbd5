namespace Accelerator.Engine.Sources;

/// <summary>The result of comparing a local file with the server's.</summary>
/// <param name="Verdict">The verdict.</param>
/// <param name="Why">What differs, for display; empty where nothing does.</param>
internal readonly record struct Comparison(ComparisonVerdict Verdict, string Why = "")
{
    /// <summary>The file is the same.</summary>
    public static Comparison Same { get; } = new(ComparisonVerdict.Same);

    /// <summary>The file has changed.</summary>
    public static Comparison Changed(string why) => new(ComparisonVerdict.Changed, why);
}

/// <summary>The verdict of comparing a local file with the server's.</summary>
internal enum ComparisonVerdict
{
    /// <summary>The file does not exist locally.</summary>
    New,

    /// <summary>The file is the same.</summary>
    Same,

    /// <summary>The file has changed.</summary>
    Changed,

    /// <summary>Only MDTM can tell.</summary>
    AskTime,

    /// <summary>Only the server's hash can tell.</summary>
    AskHash,
}
