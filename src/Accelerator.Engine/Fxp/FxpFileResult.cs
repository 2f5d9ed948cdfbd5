using Accelerator.Engine.Transfers;
using Accelerator.Ftp.Fxp;

namespace Accelerator.Engine.Fxp;

/// <summary>How one file ended.</summary>
public sealed record FxpFileResult
{
    /// <summary>The file at the source as messages name it.</summary>
    public required string Source { get; init; }

    /// <summary>The file's final name at the destination as messages name it.</summary>
    public required string Destination { get; init; }

    /// <summary>Null when the file is complete, verified and has its final name; otherwise the reason.</summary>
    public required FailureKind? Failure { get; init; }

    /// <summary>One sentence: on failure what happened and what to do, on success how the file was verified.</summary>
    public required string Message { get; init; }

    /// <summary>Size at the source in bytes; 0 when it was never determined.</summary>
    public required long Size { get; init; }

    /// <summary>Bytes that went from server to server in the last try; 0 when there was none.</summary>
    public required long BytesSent { get; init; }

    /// <summary>Bytes that were at the destination before this run.</summary>
    public required long BytesReused { get; init; }

    /// <summary>Time from the first connection to the final name.</summary>
    public required TimeSpan Elapsed { get; init; }

    /// <summary>How the content was verified: <c>HASH SHA-256</c>, <c>size</c>, … Empty on failure.</summary>
    public required string VerifiedBy { get; init; }

    /// <summary>The evidence for the result; null on failure, and where the file already existed.</summary>
    public Assurance? Assurance { get; init; }

    /// <summary>
    /// The comparison in readable form: <c>verified by XSHA256</c>, <c>complete; size and samples match (…)</c>. Empty on failure, and
    /// where the file already existed.
    /// </summary>
    public string AssuranceText { get; init; } = "";

    /// <summary>The server that listened in the last try; null when there was none.</summary>
    public FxpSide? Passive { get; init; }

    /// <summary>Whether the file already existed, as defined by <see cref="FxpRequest.SkipComplete"/>, and nothing was sent.</summary>
    public bool WasThere { get; init; }

    /// <summary>Whether a filter left the file out, so that nothing was sent.</summary>
    public bool LeftOut { get; init; }

    /// <summary>Whether a partial file may be left at the destination, under its final name with <c>.part</c> appended.</summary>
    public bool IsPartLeft { get; init; }
}
