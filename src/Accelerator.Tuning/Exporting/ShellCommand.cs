using Accelerator.Tuning.Reading;
using Accelerator.Tuning.Stores;

namespace Accelerator.Tuning.Exporting;

/// <summary>The command that sets a value on Linux.</summary>
public static class ShellCommand
{
    /// <summary>Returns the command.</summary>
    /// <exception cref="ArgumentException">The setting is not a Linux setting.</exception>
    public static string For(SettingTarget target, string value)
    {
        var template = target.Setting.Shell ?? throw new ArgumentException($"{target} is not set by a command of Linux.");
        return template
            .Replace("{0}", CodedText.Write(target.Setting.Values, value), StringComparison.Ordinal)
            .Replace("{switch}", value == "enabled" ? "on" : "off", StringComparison.Ordinal)
            .Replace("{adapter}", target.Adapter?.Key, StringComparison.Ordinal);
    }
}
