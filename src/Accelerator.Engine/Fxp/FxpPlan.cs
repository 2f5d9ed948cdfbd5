using Accelerator.Engine.Ranges;
using Accelerator.Ftp;
using Accelerator.Ftp.Fxp;

namespace Accelerator.Engine.Fxp;

/// <summary>What will be done for one file: printable, and made without touching the network.</summary>
public sealed record FxpPlan
{
    /// <summary>The file.</summary>
    public required FxpItem Item { get; init; }

    /// <summary>Its size at the source, bytes.</summary>
    public required long Size { get; init; }

    /// <summary>Its time at the source as MDTM told it; null when it did not.</summary>
    public required string? Modified { get; init; }

    /// <summary>The name at the destination until the file is whole and verified.</summary>
    public required FtpPath Part { get; init; }

    /// <summary>
    /// First byte that goes over; what lies before it is at the destination already. Equal to <see cref="Size"/> where nothing is left to
    /// be sent.
    /// </summary>
    public required long Offset { get; init; }

    /// <summary>Bytes that are to go over.</summary>
    public long BytesToSend => Size - (Segments?.KeptBytes ?? Offset);

    /// <summary>
    /// Bytes before <see cref="Offset"/> that are compared at both servers first; null where there is nothing to compare.
    /// </summary>
    public required ByteRange? Seam { get; init; }

    /// <summary>
    /// Whether a hash of the whole file has to be equal at both servers, whatever it costs: nothing else shows that the bytes that are
    /// there are this file's.
    /// </summary>
    public required bool MustHash { get; init; }

    /// <summary>How it goes over in segments; null for one stream.</summary>
    public FxpSegments? Segments { get; init; }

    /// <summary>Partial files at the destination that are not gone on with: they are removed first.</summary>
    public IReadOnlyList<FtpPath> Removes { get; init; } = [];

    /// <summary>Hashes that both servers offer, strongest first.</summary>
    public required IReadOnlyList<FxpHash> Hashes { get; init; }

    /// <summary>The server that listens.</summary>
    public required FxpSide Passive { get; init; }

    /// <summary>APPE in place of REST and STOR.</summary>
    public required bool Append { get; init; }

    /// <summary>Whether the bytes pass through this computer.</summary>
    public bool IsRelayed { get; init; }

    /// <summary>
    /// How the data connection is protected; of no meaning for bytes that pass through this computer, where each session is as its address
    /// says.
    /// </summary>
    public required FxpProtection Protection { get; init; }
}
