using Accelerator.Engine.Transfers;
using Accelerator.Ftp.Fxp;

namespace Accelerator.Engine.Fxp;

/// <summary>How one file ended.</summary>
public sealed record FxpFileResult
{
    /// <summary>The file at the source as messages name it.</summary>
    public required string Source { get; init; }

    /// <summary>Its final name at the destination as messages name it.</summary>
    public required string Destination { get; init; }

    /// <summary>Null when the file is complete, proven and has its final name; otherwise why not.</summary>
    public required FailureKind? Failure { get; init; }

    /// <summary>One sentence: on failure what happened and what to do, on success how the file was proven.</summary>
    public required string Message { get; init; }

    /// <summary>Size at the source in bytes; 0 when it was never learned.</summary>
    public required long Size { get; init; }

    /// <summary>Bytes that went from server to server in the last try; 0 when there was none.</summary>
    public required long BytesSent { get; init; }

    /// <summary>Bytes that were at the destination before this run.</summary>
    public required long BytesReused { get; init; }

    /// <summary>From the first connection to the final name.</summary>
    public required TimeSpan Elapsed { get; init; }

    /// <summary>How the content was proven: <c>HASH SHA-256</c>, <c>size</c>, … Empty on failure.</summary>
    public required string VerifiedBy { get; init; }

    /// <summary>What the result rests on; null on failure, and where it was there.</summary>
    public Assurance? Assurance { get; init; }

    /// <summary>
    /// What was compared, for people: <c>proven by XSHA256</c>, <c>complete; size and samples match (…)</c>. Empty on failure, and where it
    /// was there.
    /// </summary>
    public string AssuranceText { get; init; } = "";

    /// <summary>The server that listened in the last try; null when there was none.</summary>
    public FxpSide? Passive { get; init; }

    /// <summary>Whether it was there already, as <see cref="FxpRequest.SkipComplete"/> has it, and nothing was sent.</summary>
    public bool WasThere { get; init; }

    /// <summary>Whether a partial file may be left at the destination, under its final name with <c>.part</c> behind it.</summary>
    public bool IsPartLeft { get; init; }
}
