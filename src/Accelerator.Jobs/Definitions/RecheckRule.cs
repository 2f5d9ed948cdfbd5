namespace Accelerator.Jobs.Definitions;

/// <summary>
/// The number of delivered files of a folder whose time is queried with MDTM at each poll, if the listing has no comparable time (LIST).
/// </summary>
/// <param name="Sample">The number of files with an unchanged listed time, chosen at random; 0 for none.</param>
/// <param name="Most">The maximum number of queries per poll of one folder, each a round trip: files whose listed time has changed come
/// first; 0 for no queries at all.</param>
public sealed record RecheckRule(int Sample, int Most)
{
    /// <summary>The default: ten files at random, and at most 500 queries.</summary>
    public static RecheckRule Default { get; } = new(10, 500);
}
