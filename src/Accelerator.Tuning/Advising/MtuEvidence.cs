namespace Accelerator.Tuning.Advising;

/// <summary>The result of testing a path with echoes that must not be fragmented.</summary>
public enum MtuEvidence
{
    /// <summary>No result: no echo came back, or none could be sent. That says nothing about the path.</summary>
    Unknown,

    /// <summary>The largest packet that the link sends comes back.</summary>
    Whole,

    /// <summary>A hop reported that larger packets are too big for it.</summary>
    Narrow,

    /// <summary>
    /// Small packets come back and larger ones do not, without an error report: a filter of large echoes, or a hop that swallows large
    /// packets.
    /// </summary>
    Silent,
}
