namespace Accelerator.Tuning.Catalogue;

/// <summary>A file of the Linux kernel that holds one word.</summary>
/// <param name="Path">From the root, <c>{adapter}</c> standing for the interface's name.</param>
public sealed record FilePlace(string Path) : SettingPlace
{
    /// <inheritdoc/>
    public override HostPlatform Platform => HostPlatform.Linux;
}
