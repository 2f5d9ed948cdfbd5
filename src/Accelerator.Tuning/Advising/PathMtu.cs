namespace Accelerator.Tuning.Advising;

/// <summary>The largest packet that the path carries.</summary>
/// <param name="Evidence">The result of the test.</param>
/// <param name="Bytes">The largest packet that came back, IP header included; null if none did.</param>
/// <param name="Reason">Why there is no result, as a sentence; empty otherwise.</param>
public sealed record PathMtu(MtuEvidence Evidence, int? Bytes, string Reason)
{
    /// <summary>The value for a path that was not tested.</summary>
    public static PathMtu NotAsked { get; } = new(MtuEvidence.Unknown, null, "");
}
