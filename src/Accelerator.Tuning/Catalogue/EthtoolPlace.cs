namespace Accelerator.Tuning.Catalogue;

/// <summary>A value in the answer of a Linux driver to an ethtool request.</summary>
/// <param name="Question">The number of the request, <c>ETHTOOL_G…</c> of <c>linux/ethtool.h</c>.</param>
/// <param name="Answer">The index of the 32-bit word of the answer that holds the value; word 0 is the request itself.</param>
/// <param name="Most">The index of the word with the driver's maximum; 0 if there is none.</param>
public sealed record EthtoolPlace(uint Question, int Answer, int Most = 0) : SettingPlace
{
    /// <inheritdoc/>
    public override HostPlatform Platform => HostPlatform.Linux;

    /// <inheritdoc/>
    public override string? DriverName => Most == 0 ? null : $"{Question:x}.{Answer}";
}
