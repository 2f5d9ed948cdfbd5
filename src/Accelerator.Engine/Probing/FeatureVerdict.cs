namespace Accelerator.Engine.Probing;

/// <summary>What is known of a feature, from trying it where that was possible.</summary>
public enum FeatureVerdict
{
    /// <summary>Tried, and it did what it should: bytes or values were compared, or counted.</summary>
    Proven,

    /// <summary>Tried; the server took the command and did something else.</summary>
    Ignored,

    /// <summary>Tried, and refused.</summary>
    Refused,

    /// <summary>Tried, and nobody can say.</summary>
    Unclear,

    /// <summary>The server lists it; nothing was compared.</summary>
    Claimed,

    /// <summary>The server does not list it; it was not tried.</summary>
    Absent,
}
