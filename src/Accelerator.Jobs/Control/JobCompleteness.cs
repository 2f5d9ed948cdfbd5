namespace Accelerator.Jobs.Control;

/// <summary>How complete the expected products of a job are.</summary>
/// <param name="Job">The job's name.</param>
/// <param name="Since">The beginning of the span, inclusive.</param>
/// <param name="Until">The end of the span: the time of the query.</param>
/// <param name="Have">The number of delivered files of the slots that count.</param>
/// <param name="Expect">The number of expected files of these slots.</param>
/// <param name="Gaps">The number of incomplete slots that count.</param>
/// <param name="InOutage">The number of incomplete slots in a known outage, which do not count.</param>
/// <param name="Unmatched">The number of known files whose names do not match the pattern.</param>
/// <param name="Channels">The completeness of each channel; empty if the channels are not known.</param>
public sealed record JobCompleteness(string Job, DateTimeOffset Since, DateTimeOffset Until, int Have, int Expect, int Gaps, int InOutage,
    long Unmatched, IReadOnlyList<Expecting.ChannelShare> Channels);
