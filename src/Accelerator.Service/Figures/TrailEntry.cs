namespace Accelerator.Service.Figures;

/// <summary>An entry in the log of a job.</summary>
/// <param name="At">When it happened.</param>
/// <param name="Kind"><c>poll</c>, <c>refused</c>, <c>incident</c>, <c>resolved</c>, <c>command</c>, <c>state</c> or <c>operator</c>: the
/// page has a label for each.</param>
/// <param name="Text">A sentence, safe to print on a terminal.</param>
internal sealed record TrailEntry(DateTimeOffset At, string Kind, string Text);
