namespace Accelerator.Tuning.Catalogue;

/// <summary>A file of the Linux kernel that holds one word.</summary>
/// <param name="Path">The path from the root, with <c>{adapter}</c> for the interface's name.</param>
public sealed record FilePlace(string Path) : SettingPlace
{
    /// <inheritdoc/>
    public override HostPlatform Platform => HostPlatform.Linux;
}
