using Accelerator.Ftp.Fxp;

namespace Accelerator.Engine.Fxp;

/// <summary>How a file is to be tried next: what earlier tries of this run have taught.</summary>
/// <param name="Passive">The server that listens.</param>
internal sealed record FxpStrategy(FxpSide Passive)
{
    /// <summary>Whether the servers' parts were exchanged already because one was refused.</summary>
    public bool IsSwapped { get; init; }

    /// <summary>Whether the file may pass through this computer when the servers refuse to send it one to the other.</summary>
    public bool MayRelay { get; init; }

    /// <summary>Whether it does.</summary>
    public bool IsRelayed { get; init; }

    /// <summary>Whether REST and STOR were refused at the destination, and APPE is to go on.</summary>
    public bool Append { get; init; }

    /// <summary>Whether REST, and APPE, were refused: every try goes from the start.</summary>
    public bool WithoutRestart { get; init; }

    /// <summary>Whether what an earlier run left was found to be something else.</summary>
    public bool Distrust { get; init; }

    /// <summary>Whether this run has begun the partial file itself, of this size and time of the source.</summary>
    public bool IsPartOwn { get; init; }

    /// <summary>Whether segments were found not to go with this destination, or not with this file.</summary>
    public bool OneStream { get; init; }

    /// <summary>Tries in a row that brought nothing.</summary>
    public int Fruitless { get; init; }
}
