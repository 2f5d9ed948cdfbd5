namespace Accelerator.Simulator;

/// <summary>The congestion control of the simulated servers.</summary>
internal enum Congestion
{
    /// <summary>RFC 9438 with HyStart, as in Linux.</summary>
    Cubic,

    /// <summary>RFC 5681: halves its window at a loss.</summary>
    Reno,

    /// <summary>Estimates the rate of the path, and ignores loss.</summary>
    Bbr,
}
