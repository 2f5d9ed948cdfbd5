namespace Accelerator.Tuning.Catalogue;

/// <summary>What a Linux driver answers to one of ethtool's questions.</summary>
/// <param name="Question">The number of the question, <c>ETHTOOL_G…</c> of <c>linux/ethtool.h</c>.</param>
/// <param name="Answer">Which 32-bit word of the answer holds the value, the question's own being the first.</param>
/// <param name="Most">Which word holds the most that the driver takes; 0 where none does.</param>
public sealed record EthtoolPlace(uint Question, int Answer, int Most = 0) : SettingPlace
{
    /// <inheritdoc/>
    public override HostPlatform Platform => HostPlatform.Linux;

    /// <inheritdoc/>
    public override string? DriverName => Most == 0 ? null : $"{Question:x}.{Answer}";
}
