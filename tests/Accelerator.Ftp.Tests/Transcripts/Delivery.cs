namespace Accelerator.Ftp.Tests.Transcripts;

/// <summary>How a server's answers arrive. A client that is right must not notice.</summary>
public enum Delivery
{
    /// <summary>All that is said at once in one segment.</summary>
    Whole,

    /// <summary>Each line in a segment of its own.</summary>
    Line,

    /// <summary>Each byte in a segment of its own.</summary>
    Byte,

    /// <summary>What should have come before a transfer's data comes behind it, in one segment with what follows it.</summary>
    Together,
}
