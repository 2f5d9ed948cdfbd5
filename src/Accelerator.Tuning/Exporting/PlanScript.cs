using System.Globalization;
using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Planning;
using Accelerator.Tuning.Stores;

namespace Accelerator.Tuning.Exporting;

/// <summary>
/// Writes a plan as a script, for administrators who apply changes with their own tools. A change that the format cannot express becomes a
/// comment in the script.
/// </summary>
public static class PlanScript
{
    private static readonly string[] PowerShellHead = ["#Requires -RunAsAdministrator", "$ErrorActionPreference = 'Stop'"];
    private static readonly string[] RegeditHead = ["Windows Registry Editor Version 5.00", ""];

    /// <summary>Returns the script, line by line.</summary>
    /// <param name="format">The format of the script.</param>
    /// <param name="computer">The computer that the plan was made for: adapters of another computer have other keys.</param>
    /// <exception cref="FormatException">The format is for another system.</exception>
    public static IEnumerable<string> Write(TuningPlan plan, ScriptFormat format, string computer)
    {
        var isForLinux = plan.Steps.Any(step => step.Target.Setting.Place.Platform == HostPlatform.Linux);
        if (format is not ScriptFormat.Json && plan.Steps.Count > 0 && isForLinux != (format == ScriptFormat.Sh))
            throw new FormatException(
                $"A script of the format {format.ToString().ToLowerInvariant()} is for "
                    + $"{(format == ScriptFormat.Sh ? "Linux" : "Windows")}, and this computer runs "
                    + $"{(isForLinux ? "Linux: use sh or json" : "Windows: use ps1, netsh, reg or json")}.");
        return format switch
        {
            ScriptFormat.Netsh => Script("rem", plan, computer, CommandPromptLine),
            ScriptFormat.Ps1 => PowerShellHead.Concat(Script("#", plan, computer, PowerShellLine)),
            ScriptFormat.Reg => RegeditHead.Concat(Script(";", plan, computer, RegeditLines)),
            ScriptFormat.Sh => Enumerable.Repeat("#!/bin/sh", 1)
                .Concat(Script("#", plan, computer, step => ShellCommand.For(step.Target, step.Value))),
            _ => [PlanDocument.Write(plan, computer)],
        };
    }

    private static IEnumerable<string> Script(string comment, TuningPlan plan, string computer, Func<PlannedStep, string?> write)
    {
        yield return $"{comment} {plan.Profile.Id} for {Plain(computer)}: {plan.Steps.Count} changes. Verify with: "
            + $"ftpx tune diff {plan.Profile.Id}";
        foreach (var step in plan.Steps)
        {
            yield return "";
            yield return $"{comment} {Plain(step.Target.ToString())}: {Plain(step.Now.ToString())} -> {Plain(step.Value)}. "
                + $"{Plain(step.Wanted.Reason)}";
            yield return write(step) ?? $"{comment} This format cannot express this change; ps1 can.";
        }
        foreach (var adapter in plan.Restarts) yield return $"{comment} Restart {Plain(adapter.Name)} for its changes to take effect.";
        if (plan.NeedsReboot) yield return $"{comment} Restart the computer for all changes to take effect.";
    }

    // For a bare name, the command prompt searches the current folder first, and a netsh.exe planted there would run as administrator.
    // PowerShell does not search the current folder.
    private static string? CommandPromptLine(PlannedStep step) =>
        NetshLine(step) is { } line ? $@"%SystemRoot%\System32\netsh.exe{line["netsh".Length..]}" : null;

    private static string? NetshLine(PlannedStep step) =>
        step.Target.Setting.Netsh is null ? null : $"netsh {string.Join(' ', NetshArguments.For(step.Target, step.Value))}";

    // Adapters are named by their GUIDs and keywords by their own names: both are the same in every language.
    private static string? PowerShellLine(PlannedStep step)
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
            _ => NetshLine(step),
        };
    }

    // PowerShell also accepts typographic quotes as the end of a single-quoted string.
    private static string Quote(string text) =>
        $"'{string.Concat(text.Select(static letter => EndsText(letter) ? $"{letter}{letter}" : $"{letter}"))}'";

    private static bool EndsText(char letter) => letter is '\'' or '\u2018' or '\u2019' or '\u201a' or '\u201b';

    private static string? RegeditLines(PlannedStep step)
    {
        var digits = CodedText.Write(step.Target.Setting.Values, step.Value);
        return step.Target.Setting.Place switch
        {
            SettingPlace.DriverKeyword keyword =>
                $"[HKEY_LOCAL_MACHINE\\{AdapterClass.Key}\\{step.Target.Adapter!.Key}]\n\"{keyword.Keyword}\"=\"{digits}\"",
            SettingPlace.Registry registry => $"[HKEY_LOCAL_MACHINE\\{registry.Key}]\n\"{registry.Name}\"=dword:{Hexadecimal(digits)}",
            _ => null,
        };
    }

    private static string Hexadecimal(string digits) =>
        uint.Parse(digits, NumberStyles.None, CultureInfo.InvariantCulture).ToString("x8", CultureInfo.InvariantCulture);

    // A driver name or a profile's reason must not end the comment that contains it.
    internal static string Plain(string text) =>
        string.Concat(text.Select(letter => char.IsControl(letter) || letter is '\u2028' or '\u2029' ? ' ' : letter));
}
