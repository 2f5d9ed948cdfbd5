namespace Accelerator.Tuning.Catalogue;

/// <summary>A value of the Linux kernel below <c>/proc/sys</c>.</summary>
/// <param name="Name">As sysctl writes it, as in <c>net.ipv4.tcp_rmem</c>.</param>
/// <param name="Field">Which of several numbers of one line, from 0.</param>
public sealed record SysctlPlace(string Name, int Field = 0) : SettingPlace
{
    /// <inheritdoc/>
    public override HostPlatform Platform => HostPlatform.Linux;
}
