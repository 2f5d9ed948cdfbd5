namespace Accelerator.Tuning.Advising;

/// <summary>Microsoft Defender, as far as it can be asked.</summary>
/// <param name="IsWatching">Whether it looks at every file as it is written; null where nobody says.</param>
/// <param name="Excluded">Folders that it leaves alone; null where nobody says, which is not the same as none.</param>
/// <param name="Reason">Why something is not known, as part of a sentence; empty otherwise.</param>
public sealed record AntivirusFacts(bool? IsWatching, IReadOnlyList<string>? Excluded, string Reason)
{
    /// <summary>Whether it leaves a folder alone; null where that is not known.</summary>
    public bool? Leaves(string folder) => Excluded?.Any(excluded => IsIn(folder, excluded.TrimEnd('\\')));

    private static bool IsIn(string folder, string excluded) =>
        excluded.Length > 0 && folder.StartsWith(excluded, StringComparison.OrdinalIgnoreCase)
            && (folder.Length == excluded.Length || folder[excluded.Length] == '\\');
}
