namespace Accelerator.Tuning.Advising;

/// <summary>What echoes that may not be cut have shown of a path.</summary>
public enum MtuEvidence
{
    /// <summary>Nothing: no echo came back, or none could be sent. That says nothing about the path.</summary>
    Unknown,

    /// <summary>The largest packet that the link sends comes back.</summary>
    Whole,

    /// <summary>A hop said that larger ones are too big for it.</summary>
    Narrow,

    /// <summary>
    /// Small ones come back and larger ones do not, and nobody says why: a filter of large echoes, or a hop that swallows large packets.
    /// </summary>
    Silent,
}
