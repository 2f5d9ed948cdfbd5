using Accelerator.Engine.Ranges;
using Accelerator.Ftp;
using Accelerator.Ftp.Fxp;

namespace Accelerator.Engine.Fxp;

/// <summary>The plan for one file: printable, and made without touching the network.</summary>
public sealed record FxpPlan
{
    /// <summary>The file.</summary>
    public required FxpItem Item { get; init; }

    /// <summary>The file's size at the source, bytes.</summary>
    public required long Size { get; init; }

    /// <summary>The file's time at the source as MDTM reported it; null when it did not.</summary>
    public required string? Modified { get; init; }

    /// <summary>The name at the destination until the file is complete and verified.</summary>
    public required FtpPath Part { get; init; }

    /// <summary>
    /// Offset of the first byte that is sent; the bytes before it are at the destination already. Equal to <see cref="Size"/> where nothing
    /// is left to send.
    /// </summary>
    public required long Offset { get; init; }

    /// <summary>Bytes that are to be sent.</summary>
    public long BytesToSend => Size - (Segments?.KeptBytes ?? Offset);

    /// <summary>
    /// Bytes before <see cref="Offset"/> that are compared at both servers first; null where there is nothing to compare.
    /// </summary>
    public required ByteRange? Seam { get; init; }

    /// <summary>
    /// Whether a hash of the complete file must be equal at both servers, whatever it costs: nothing else shows that the existing bytes are
    /// this file's.
    /// </summary>
    public required bool MustHash { get; init; }

    /// <summary>The segments of the copy; null for one stream.</summary>
    public FxpSegments? Segments { get; init; }

    /// <summary>Partial files at the destination that are not resumed: they are removed first.</summary>
    public IReadOnlyList<FtpPath> Removes { get; init; } = [];

    /// <summary>Hashes that both servers offer, strongest first.</summary>
    public required IReadOnlyList<FxpHash> Hashes { get; init; }

    /// <summary>The server that listens.</summary>
    public required FxpSide Passive { get; init; }

    /// <summary>Whether APPE replaces REST and STOR.</summary>
    public required bool Append { get; init; }

    /// <summary>Whether the bytes pass through this computer.</summary>
    public bool IsRelayed { get; init; }

    /// <summary>
    /// How the data connection is protected; not used for bytes that pass through this computer, where each session follows its address.
    /// </summary>
    public required FxpProtection Protection { get; init; }
}
