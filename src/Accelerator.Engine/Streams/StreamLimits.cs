namespace Accelerator.Engine.Streams;

/// <summary>What the number of streams may be.</summary>
/// <param name="Start">Streams to begin with, 1 or more.</param>
/// <param name="Most">Never more than this.</param>
/// <param name="IsFixed">Whether the user gave the number: then it stays.</param>
/// <param name="IsKnown">Whether <paramref name="Start"/> reached this site's plateau before: then it is right until the goodput says otherwise.</param>
internal readonly record struct StreamLimits(int Start, int Most, bool IsFixed = false, bool IsKnown = false);
