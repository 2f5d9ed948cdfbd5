namespace Accelerator.Jobs.Expecting;

/// <summary>The completeness of a channel.</summary>
/// <param name="Channel">Its name.</param>
/// <param name="Have">The number of slots that have it.</param>
/// <param name="Expect">The number of slots that count.</param>
public sealed record ChannelShare(string Channel, int Have, int Expect);
