namespace Accelerator.Engine.Sites;

/// <summary>Something a run has learned of a server, and when: by its age it is believed or only shown.</summary>
/// <param name="Value">What was learned.</param>
/// <param name="At">When, in UTC.</param>
public readonly record struct Learned<T>(T Value, DateTimeOffset At);
