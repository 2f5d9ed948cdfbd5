using Accelerator.Tuning.Advising;
using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Tests.Advising;

public sealed class WindowReadingTests
{
    [Theory]
    [InlineData("tcp.autotuning=disabled", 65_535)]
    [InlineData("tcp.autotuning=highlyrestricted", 262_140)]
    [InlineData("tcp.autotuning=restricted", 1_048_560)]
    [InlineData("tcp.autotuning=normal", 16_776_960)]
    [InlineData("tcp.autotuning=experimental", 1_073_725_440)]
    // A fixed buffer switches autotuning off, at whatever level it is.
    [InlineData("tcp.autotuning=normal harm.default-receive-window=65536", 65_536)]
    // What a policy says wins over what is written beside it.
    [InlineData("tcp.autotuning=policy:normal policy.autotuning=Off", 65_535)]
    [InlineData("tcp.autotuning=policy:normal policy.autotuning=Restricted", 1_048_560)]
    public void Windows_has_a_window_for_each_level(string settings, long window) => Assert.Equal(window, Read(HostPlatform.Windows, settings)!.Bytes);

    [Theory]
    [InlineData("linux.receive-window=6291456", 3_145_728)]
    [InlineData("linux.receive-window=6291456 linux.autotuning=disabled", 65_536)]
    [InlineData("linux.receive-window=6291456 linux.autotuning=disabled linux.window-scaling=disabled", 65_535)]
    public void Linux_gives_half_of_the_buffer(string settings, long window) => Assert.Equal(window, Read(HostPlatform.Linux, settings)!.Bytes);

    [Theory]
    [InlineData(HostPlatform.Windows, "")]
    [InlineData(HostPlatform.Windows, "tcp.autotuning=code 9")]
    [InlineData(HostPlatform.Windows, "tcp.autotuning=policy:normal")]
    [InlineData(HostPlatform.Linux, "")]
    [InlineData(HostPlatform.Linux, "linux.receive-window=many")]
    public void What_cannot_be_read_is_no_window(HostPlatform platform, string settings) => Assert.Null(Read(platform, settings));

    private static WindowLimit? Read(HostPlatform platform, string settings)
    {
        var readings = settings.Split(' ', StringSplitOptions.RemoveEmptyEntries).Where(pair => pair.Contains('=')).Select(pair => pair.Split('=')).ToDictionary(
            pair => pair[0],
            pair => pair[1].StartsWith("policy:", StringComparison.Ordinal) ? (SettingReading)new PolicyReading(pair[1][7..], "AutoTuningLevelEffective") : new KnownReading(pair[1]));
        return WindowReading.LimitOf(new HostSnapshot(new HostFacts(20348, IsServer: true, 8, []) { Platform = platform }, readings));
    }
}
