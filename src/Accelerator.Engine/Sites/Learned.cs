namespace Accelerator.Engine.Sites;

/// <summary>A fact that a run has learned about a server, and when: its age decides whether it is used or only shown.</summary>
/// <param name="Value">The fact.</param>
/// <param name="At">When it was learned, in UTC.</param>
public readonly record struct Learned<T>(T Value, DateTimeOffset At);
