namespace Accelerator.Engine.Sites;

/// <summary>The number of streams beyond which more of them brought nothing, and what they brought.</summary>
/// <param name="Streams">1 or more.</param>
/// <param name="BytesPerSecond">Goodput of all streams together, settled.</param>
public readonly record struct StreamPlateau(int Streams, double BytesPerSecond);
