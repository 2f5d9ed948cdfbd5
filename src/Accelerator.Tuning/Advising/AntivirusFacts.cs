namespace Accelerator.Tuning.Advising;

/// <summary>The state of Microsoft Defender, as far as it can be queried.</summary>
/// <param name="IsWatching">Whether it scans every file as it is written; null if that is not known.</param>
/// <param name="Excluded">The folders that it excludes; null if they are not known, which is not the same as none.</param>
/// <param name="Reason">Why something is not known, as part of a sentence; empty if everything is.</param>
public sealed record AntivirusFacts(bool? IsWatching, IReadOnlyList<string>? Excluded, string Reason)
{
    /// <summary>Returns whether it excludes a folder; null if that is not known.</summary>
    public bool? Leaves(string folder) => Excluded?.Any(excluded => IsIn(folder, excluded.TrimEnd('\\')));

    private static bool IsIn(string folder, string excluded) =>
        excluded.Length > 0 && folder.StartsWith(excluded, StringComparison.OrdinalIgnoreCase)
            && (folder.Length == excluded.Length || folder[excluded.Length] == '\\');
}
