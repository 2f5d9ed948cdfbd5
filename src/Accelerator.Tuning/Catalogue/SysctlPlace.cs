namespace Accelerator.Tuning.Catalogue;

/// <summary>A value of the Linux kernel below <c>/proc/sys</c>.</summary>
/// <param name="Name">The name for sysctl, as in <c>net.ipv4.tcp_rmem</c>.</param>
/// <param name="Field">The index of the number within a line of several, from 0.</param>
public sealed record SysctlPlace(string Name, int Field = 0) : SettingPlace
{
    /// <inheritdoc/>
    public override HostPlatform Platform => HostPlatform.Linux;
}
