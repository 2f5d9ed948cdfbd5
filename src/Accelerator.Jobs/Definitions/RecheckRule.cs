namespace Accelerator.Jobs.Definitions;

/// <summary>
/// How many delivered files of a folder are asked for their time (MDTM) at each look, where the listing tells no time that can be compared
/// (LIST).
/// </summary>
/// <param name="Sample">Files whose listed time is as it was, chosen at random; 0 for none.</param>
/// <param name="Most">All questions of a look into one folder, each a round trip: files whose listed time has changed come first; 0 for
/// none at all.</param>
public sealed record RecheckRule(int Sample, int Most)
{
    /// <summary>Ten files at random, and at most 500 questions.</summary>
    public static RecheckRule Default { get; } = new(10, 500);
}
