using Accelerator.Tuning.Machine;

namespace Accelerator.Tuning.Advising;

/// <summary>Queries Microsoft Defender through CIM.</summary>
public static class AntivirusReader
{
    /// <summary>Reads the state. Values that cannot be read are unknown; only cancellation throws.</summary>
    public static async Task<AntivirusFacts> ReadAsync(ICimSource cim, CancellationToken cancellationToken)
    {
        try
        {
            var status = await cim.QueryAsync(CimSpaces.Defender, "MSFT_MpComputerStatus", cancellationToken).ConfigureAwait(false);
            bool? isWatching = status is [var only, ..] ? only.GetValueOrDefault("RealTimeProtectionEnabled") switch { "1" => true,
                "0" => false, _ => null } : null;
            if (await cim.QueryAsync(
                CimSpaces.Defender, "MSFT_MpPreference", cancellationToken).ConfigureAwait(false) is not [var preference, ..])
                return new AntivirusFacts(isWatching, null, "Defender does not say which folders it leaves alone");
            var excluded = preference.GetValueOrDefault("ExclusionPath");
            // Without elevation the list holds one literal sentence in place of folders: "N/A: Must be an administrator to view
            // exclusions".
            if (excluded?.StartsWith("N/A", StringComparison.OrdinalIgnoreCase) == true)
                return new AntivirusFacts(
                    isWatching, null, "only a terminal of an administrator is told which folders Defender leaves alone");
            return new AntivirusFacts(isWatching, excluded?.Split('\n', StringSplitOptions.RemoveEmptyEntries) ?? [], "");
        }
        catch (CimException e)
        {
            return new AntivirusFacts(null, null, e.Message);
        }
    }
}
