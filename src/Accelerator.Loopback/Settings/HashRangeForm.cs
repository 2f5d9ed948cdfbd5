namespace Accelerator.Loopback.Settings;

/// <summary>The meaning of the two numbers after the path of XCRC, XMD5, XSHA1 and XSHA256; servers differ.</summary>
public enum HashRangeForm
{
    /// <summary>Start and exclusive end: ProFTPD.</summary>
    StartAndEnd,

    /// <summary>Start and inclusive end.</summary>
    StartAndLast,

    /// <summary>Start and length.</summary>
    StartAndLength,

    /// <summary>Numbers are refused with 501.</summary>
    WholeFileOnly,
}
