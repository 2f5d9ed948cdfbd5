namespace Accelerator.Cli.Report;

/// <summary>The one limit that bound a transfer.</summary>
/// <param name="Kind">Which.</param>
/// <param name="Title">Its name, a few words.</param>
/// <param name="Evidence">The observation that shows it, and what would help.</param>
internal sealed record LimitVerdict(LimitKind Kind, string Title, string Evidence);
