using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Planning;
using Accelerator.Tuning.Stores;

namespace Accelerator.Tuning.Exporting;

/// <summary>
/// Writes a PowerShell script. Adapters are named by their GUIDs and keywords by their own names: both are the same in every language.
/// </summary>
internal static class PowerShellScript
{
    public static IReadOnlyList<string> Head { get; } = ["#Requires -RunAsAdministrator", "$ErrorActionPreference = 'Stop'"];

    /// <summary>Returns the line for a step.</summary>
    public static string? Line(PlannedStep step)
    {
        var digits = CodedText.Write(step.Target.Setting.Values, step.Value);
        return step.Target.Setting.Place switch
        {
            SettingPlace.DriverKeyword keyword => $"Get-NetAdapter | Where-Object InterfaceGuid -eq {Quote(step.Target.Adapter!.Id)} | "
                + $"Set-NetAdapterAdvancedProperty -RegistryKeyword {Quote(keyword.Keyword)} -RegistryValue {digits} -NoRestart",
            SettingPlace.Registry registry =>
                $"New-ItemProperty -Path {Quote($@"HKLM:\{registry.Key}")} -Name {Quote(registry.Name)} -Value {digits} -PropertyType "
                    + "DWord -Force | Out-Null",
            SettingPlace.PowerPlan => $"powercfg /setactive {PowerPlanNames.GuidOf(step.Value):D}",
            _ => NetshScript.Line(step),
        };
    }

    // PowerShell also accepts typographic quotes as the end of a single-quoted string.
    private static string Quote(string text) =>
        $"'{string.Concat(text.Select(static letter => EndsText(letter) ? $"{letter}{letter}" : $"{letter}"))}'";

    private static bool EndsText(char letter) => letter is '\'' or '\u2018' or '\u2019' or '\u201a' or '\u201b';
}
