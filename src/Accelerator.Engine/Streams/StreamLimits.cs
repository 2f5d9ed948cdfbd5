namespace Accelerator.Engine.Streams;

/// <summary>What the number of streams may be.</summary>
/// <param name="Start">Streams to begin with, 1 or more.</param>
/// <param name="Most">Never more than this.</param>
/// <param name="IsFixed">Whether the user gave the number: then it stays.</param>
/// <param name="IsKnown">Whether <paramref name="Start"/> reached this site's plateau before: then it is right until the goodput says
/// otherwise.</param>
/// <param name="Least">
/// Not fewer than this because more bring nothing, 1 or more. Where several lanes fetch one file what a stream leaves idle, while it
/// repairs a loss or begins its next range, is for the others of its lane alone: of 200 Mbit/s at 20 ms one stream brought 193, two 195,
/// four 199.
/// </param>
internal readonly record struct StreamLimits(int Start, int Most, bool IsFixed = false, bool IsKnown = false, int Least = 1);
