using Accelerator.Tuning.Machine;

namespace Accelerator.Tuning.Advising;

/// <summary>The state of Microsoft Defender, as far as it can be queried.</summary>
/// <param name="IsWatching">Whether it scans every file as it is written; null if that is not known.</param>
/// <param name="Excluded">The folders that it excludes; null if they are not known, which is not the same as none.</param>
/// <param name="Reason">Why something is not known, as part of a sentence; empty if everything is.</param>
public sealed record AntivirusFacts(bool? IsWatching, IReadOnlyList<string>? Excluded, string Reason)
{
    /// <summary>Queries the state through CIM. Values that cannot be read are unknown; only cancellation throws.</summary>
    public static async Task<AntivirusFacts> ReadAsync(ICimSource cim, CancellationToken cancellationToken)
    {
        try
        {
            var status = await cim.QueryAsync(CimSpaces.Defender, "MSFT_MpComputerStatus", cancellationToken).ConfigureAwait(false);
            bool? isWatching = status is [var only, ..] ? only.GetValueOrDefault("RealTimeProtectionEnabled") switch { "1" => true,
                "0" => false, _ => null } : null;
            if (await cim.QueryAsync(
                CimSpaces.Defender, "MSFT_MpPreference", cancellationToken).ConfigureAwait(false) is not [var preference, ..])
                return new AntivirusFacts(isWatching, null, "Defender does not report which folders it excludes");
            var excluded = preference.GetValueOrDefault("ExclusionPath");
            // Without elevation the list holds one literal sentence in place of folders: "N/A: Must be an administrator to view
            // exclusions".
            if (excluded?.StartsWith("N/A", StringComparison.OrdinalIgnoreCase) == true)
                return new AntivirusFacts(
                    isWatching, null, "Defender shows its exclusions only to administrators");
            return new AntivirusFacts(isWatching, excluded?.Split('\n', StringSplitOptions.RemoveEmptyEntries) ?? [], "");
        }
        catch (CimException e)
        {
            return new AntivirusFacts(null, null, e.Message);
        }
    }

    /// <summary>Returns whether it excludes a folder; null if that is not known.</summary>
    public bool? Leaves(string folder) => Excluded?.Any(excluded => IsIn(folder, excluded.TrimEnd('\\')));

    private static bool IsIn(string folder, string excluded) =>
        excluded.Length > 0 && folder.StartsWith(excluded, StringComparison.OrdinalIgnoreCase)
            && (folder.Length == excluded.Length || folder[excluded.Length] == '\\');
}
