using Accelerator.Ftp.Fxp;

namespace Accelerator.Engine.Fxp;

/// <summary>How a file is tried next, derived from earlier tries of this run.</summary>
/// <param name="Passive">The server that listens.</param>
internal sealed record FxpStrategy(FxpSide Passive)
{
    /// <summary>Whether the servers' parts were already swapped because one was refused.</summary>
    public bool IsSwapped { get; init; }

    /// <summary>Whether the file may pass through this computer when the servers refuse to send it directly.</summary>
    public bool MayRelay { get; init; }

    /// <summary>Whether the file passes through this computer.</summary>
    public bool IsRelayed { get; init; }

    /// <summary>Whether REST and STOR were refused at the destination, and APPE is used to resume.</summary>
    public bool Append { get; init; }

    /// <summary>Whether REST, and APPE, were refused: every try begins at byte 0.</summary>
    public bool WithoutRestart { get; init; }

    /// <summary>Whether the partial file of an earlier run was found not to match.</summary>
    public bool Distrust { get; init; }

    /// <summary>Whether this run has begun the partial file itself, of this size and time of the source.</summary>
    public bool IsPartOwn { get; init; }

    /// <summary>Whether segments were found not to work with this destination, or with this file.</summary>
    public bool OneStream { get; init; }

    /// <summary>Consecutive tries that transferred nothing.</summary>
    public int Fruitless { get; init; }
}
