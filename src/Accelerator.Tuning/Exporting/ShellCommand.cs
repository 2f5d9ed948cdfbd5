using Accelerator.Tuning.Catalogue;
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
        return Pairs(target, value) ?? template
            .Replace("{0}", target.Setting.Place is SettingPlace.BootFile ? Lines(value) : CodedText.Write(target.Setting.Values, value),
                StringComparison.Ordinal)
            .Replace("{switch}", value == "enabled" ? "on" : "off", StringComparison.Ordinal)
            .Replace("{adapter}", target.Adapter?.Key, StringComparison.Ordinal);
    }

    private static string Lines(string value) => string.Join(' ', value.Split("; ").Select(line => $"'{line}'"));

    private static string? Pairs(SettingTarget target, string value) =>
        target.Setting.Place is SettingPlace.EachFile place && value.Contains('=', StringComparison.Ordinal)
            ? string.Join(" && ", value.Split(' ').Select(pair => pair.Split('='))
                .Select(pair => $"echo {pair[1]} >{place.File.Replace("{each}", pair[0], StringComparison.Ordinal)}"))
            : null;
}
