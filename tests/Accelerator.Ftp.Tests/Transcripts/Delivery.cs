namespace Accelerator.Ftp.Tests.Transcripts;

/// <summary>How a server's replies arrive. A correct client gives the same result for each.</summary>
public enum Delivery
{
    /// <summary>Replies that are sent together arrive in one segment.</summary>
    Whole,

    /// <summary>Each line arrives in its own segment.</summary>
    Line,

    /// <summary>Each byte arrives in its own segment.</summary>
    Byte,

    /// <summary>The reply that should precede a transfer's data arrives after it, in one segment with the reply that follows it.</summary>
    Together,
}
