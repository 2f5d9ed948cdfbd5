namespace Accelerator.Tuning.Advising;

/// <summary>How large a packet the path carries.</summary>
/// <param name="Evidence">What is known of it.</param>
/// <param name="Bytes">The largest packet that came back, IP header included; null where none did.</param>
/// <param name="Reason">Why nothing is known, as a sentence; empty otherwise.</param>
public sealed record PathMtu(MtuEvidence Evidence, int? Bytes, string Reason)
{
    /// <summary>Of a path that nobody has asked.</summary>
    public static PathMtu NotAsked { get; } = new(MtuEvidence.Unknown, null, "");
}
