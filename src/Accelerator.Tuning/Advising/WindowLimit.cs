namespace Accelerator.Tuning.Advising;

/// <summary>The most data in flight that this computer's settings allow one stream. The server's own limit may be lower.</summary>
/// <param name="Bytes">The limit in bytes.</param>
/// <param name="SetBy">The setting that causes the limit.</param>
/// <param name="Because">The value of that setting, as part of a sentence.</param>
public sealed record WindowLimit(long Bytes, string SetBy, string Because);
