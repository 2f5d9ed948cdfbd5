namespace Accelerator.Tuning.Tests.Advising;

public sealed class WindowLimitTests
{
    [Fact]
    public void Windows_has_a_window_for_each_level() => Read(
        HostPlatform.Windows,
        ("tcp.autotuning=disabled", 65_535), ("tcp.autotuning=highlyrestricted", 262_140), ("tcp.autotuning=restricted", 1_048_560), ("tcp.autotuning=normal", 16_776_960),
        ("tcp.autotuning=experimental", 1_073_725_440),
        // A fixed buffer disables autotuning at every level.
        ("tcp.autotuning=normal harm.default-receive-window=65536", 65_536),
        // A policy overrides the configured value.
        ("tcp.autotuning=policy:normal policy.autotuning=Off", 65_535), ("tcp.autotuning=policy:normal policy.autotuning=Restricted", 1_048_560));

    [Fact]
    public void Linux_gives_half_of_the_buffer() => Read(
        HostPlatform.Linux,
        ("linux.receive-window=6291456", 3_145_728), ("linux.receive-window=6291456 linux.autotuning=disabled", 65_536),
        ("linux.receive-window=6291456 linux.autotuning=disabled linux.window-scaling=disabled", 65_535));

    [Fact]
    public void What_cannot_be_read_is_no_window()
    {
        Read(HostPlatform.Windows, ("", null), ("tcp.autotuning=code9", null), ("tcp.autotuning=policy:normal", null));
        Read(HostPlatform.Linux, ("", null), ("linux.receive-window=many", null));
    }

    private static void Read(HostPlatform platform, params (string Settings, long? Window)[] computers) => Assert.All(
        computers,
        computer => Assert.Equal(computer.Window, WindowLimit.Of(new HostSnapshot(new HostFacts(20348, IsServer: true, 8, []) { Platform = platform }, Readings(computer.Settings)))?.Bytes));
}
