namespace Accelerator.Cli.Selftest;

/// <summary>What one check found.</summary>
/// <param name="Name">What was checked.</param>
/// <param name="Passed">Whether it is as it must be.</param>
/// <param name="Finding">The measured facts, or why it failed.</param>
internal sealed record SelftestRow(string Name, bool Passed, string Finding);
