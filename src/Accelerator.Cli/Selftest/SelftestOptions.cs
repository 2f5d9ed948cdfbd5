namespace Accelerator.Cli.Selftest;

/// <summary>What was typed after <c>ftpx selftest</c>.</summary>
/// <param name="Folder">Where to write; null is the current folder.</param>
internal sealed record SelftestOptions(string? Folder);
