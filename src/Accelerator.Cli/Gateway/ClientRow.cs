namespace Accelerator.Cli.Gateway;

/// <summary>The texts of a client's live row.</summary>
/// <param name="Path">The file, safe to print.</param>
/// <param name="Amount">How much of it the client has: <c>45% of 1.25 GiB</c>, or <c>1.25 GiB</c>.</param>
/// <param name="Rate">The rate: <c>87.0 MiB/s</c>.</param>
/// <param name="Source">Where it comes from: <c>16 streams</c>, or <c>from memory</c>.</param>
internal sealed record ClientRow(string Path, string Amount, string Rate, string Source);
