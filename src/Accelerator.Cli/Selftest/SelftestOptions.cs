namespace Accelerator.Cli.Selftest;

/// <summary>The parsed arguments of <c>ftpx selftest</c>.</summary>
/// <param name="Folder">The folder to write to; null for the current folder.</param>
internal sealed record SelftestOptions(string? Folder);
