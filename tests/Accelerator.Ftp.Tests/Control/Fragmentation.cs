namespace Accelerator.Ftp.Tests.Control;

/// <summary>How the network splits the bytes that a server sends. A correct reader gives the same result for each.</summary>
public enum Fragmentation
{
    Whole,
    Line,
    Byte,
}
