namespace Accelerator.Tuning.Advising;

/// <summary>The most that one stream may have under way, by the settings of this computer. The server's own limit may be lower.</summary>
/// <param name="Bytes">Bytes.</param>
/// <param name="SetBy">The setting that holds it there.</param>
/// <param name="Because">What it is set to, as part of a sentence.</param>
public sealed record WindowLimit(long Bytes, string SetBy, string Because);
