namespace Accelerator.Engine.Probing;

/// <summary>The state of a feature, from a test where that was possible.</summary>
public enum FeatureVerdict
{
    /// <summary>Tested, and it worked: bytes or values were compared, or counted.</summary>
    Proven,

    /// <summary>Tested; the server accepted the command and did something else.</summary>
    Ignored,

    /// <summary>Tested, and refused.</summary>
    Refused,

    /// <summary>Tested, without a clear result.</summary>
    Unclear,

    /// <summary>The server lists it; nothing was compared.</summary>
    Claimed,

    /// <summary>The server does not list it; it was not tested.</summary>
    Absent,
}
