using System.Globalization;
using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Planning;
using Accelerator.Tuning.Stores;

namespace Accelerator.Tuning.Exporting;

/// <summary>Writes a regedit file: the values stored in the registry, and nothing else.</summary>
internal static class RegeditScript
{
    public static IReadOnlyList<string> Head { get; } = ["Windows Registry Editor Version 5.00", ""];

    /// <summary>Returns the key and value for a step; null if the setting is not stored in the registry.</summary>
    public static string? Lines(PlannedStep step)
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
}
