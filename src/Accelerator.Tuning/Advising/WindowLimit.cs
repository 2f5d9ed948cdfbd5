using System.Globalization;
using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Advising;

/// <summary>The most data in flight that this computer's settings allow one stream. The server's own limit may be lower.</summary>
/// <param name="Bytes">The limit in bytes.</param>
/// <param name="SetBy">The setting that causes the limit.</param>
/// <param name="Because">The value of that setting, as part of a sentence.</param>
public sealed record WindowLimit(long Bytes, string SetBy, string Because)
{
    /// <summary>The limit without window scaling (RFC 7323).</summary>
    private const long Unscaled = 65_535;

    // Scale 2, 4, 8 and 14 over 65,535: Microsoft's table of autotuning levels.
    private static readonly Dictionary<string, long> Levels = new(StringComparer.OrdinalIgnoreCase)
    {
        ["disabled"] = Unscaled,
        ["highlyrestricted"] = Unscaled << 2,
        ["restricted"] = Unscaled << 4,
        ["normal"] = Unscaled << 8,
        ["experimental"] = Unscaled << 14,
        // The spelling of group policies.
        ["Off"] = Unscaled,
        ["Highly Restricted"] = Unscaled << 2,
    };

    /// <summary>Derives the limit from the settings; null if the settings that determine it could not be read.</summary>
    public static WindowLimit? Of(HostSnapshot snapshot) =>
        snapshot.Host.Platform == HostPlatform.Linux ? OfLinux(snapshot) : OfWindows(snapshot);

    /// <summary>
    /// Returns the window that a value of a setting allows on its own; null for a setting that does not affect windows.
    /// </summary>
    public static long? WindowOf(string setting, string value) => setting switch
    {
        "tcp.autotuning" => Levels.TryGetValue(value, out var window) ? window : null,
        "linux.receive-window" => Number(value) / 2,
        _ => null,
    };

    private static WindowLimit? OfWindows(HostSnapshot snapshot)
    {
        if (Value(snapshot, "harm.default-receive-window") is { } text && Number(text) is > 0 and var bytes)
            return new WindowLimit(bytes, "harm.default-receive-window",
                $"the registry's DefaultReceiveWindow gives every socket a fixed buffer of {bytes} bytes");
        if (snapshot[Target("tcp.autotuning")] is SettingReading.ByPolicy)
        {
            return Value(snapshot, "policy.autotuning") is { } level && Levels.TryGetValue(level, out var allowed)
                ? new WindowLimit(allowed, "policy.autotuning", $"a group policy sets autotuning to {level}")
                : null;
        }
        return Value(snapshot, "tcp.autotuning") is { } word && Levels.TryGetValue(word, out var window)
            ? new WindowLimit(window, "tcp.autotuning", $"autotuning of the receive window is {word}")
            : null;
    }

    private static WindowLimit? OfLinux(HostSnapshot snapshot)
    {
        if (Value(snapshot, "linux.window-scaling") == "disabled")
            return new WindowLimit(Unscaled, "linux.window-scaling", "window scaling is disabled");
        // The initial buffer of a socket is the second number of net.ipv4.tcp_rmem; 131072 is the kernel's default.
        if (Value(snapshot, "linux.autotuning") == "disabled")
            return new WindowLimit(65_536, "linux.autotuning",
                "autotuning of the receive buffer is disabled, so each stream keeps the 128 KiB that it begins with");
        // tcp_adv_win_scale 1, the default: half of the buffer is window.
        return Value(snapshot, "linux.receive-window") is { } text && Number(text) is { } most
            ? new WindowLimit(
                most / 2, "linux.receive-window", $"net.ipv4.tcp_rmem allows {most} bytes of buffer, half of which is the window")
            : null;
    }

    private static string? Value(HostSnapshot snapshot, string setting) => snapshot[Target(setting)].Value;

    private static SettingTarget Target(string setting) => new(SettingCatalogue.Find(setting)!, null);

    private static long? Number(string text) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;
}
