namespace Accelerator.Ftp.Tests.Control;

/// <summary>How the network cuts what a server sends. A reader that is right must not notice.</summary>
public enum Fragmentation
{
    Whole,
    Line,
    Byte,
}
