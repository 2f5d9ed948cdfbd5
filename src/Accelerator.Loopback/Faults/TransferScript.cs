using Accelerator.Loopback.Content;
using Accelerator.Loopback.Logging;

namespace Accelerator.Loopback.Faults;

/// <summary>The behaviour of one transfer; faults fill it in before it begins.</summary>
internal sealed class TransferScript
{
    /// <summary>Answered in place of the whole transfer.</summary>
    public string? Refusal { get; set; }

    /// <summary>Exact bytes in place of the 150 line; empty = none.</summary>
    public byte[]? Preliminary { get; set; }

    public TimeSpan PreliminaryDelay { get; set; }

    /// <summary>The preliminary reply is sent when this many bytes have gone out.</summary>
    public long PreliminaryAfter { get; set; }

    /// <summary>Neither a reply nor a byte until the client gives up.</summary>
    public bool StallAtStart { get; set; }

    /// <summary>Maps the requested offset to the served one.</summary>
    public Func<long, long>? MapStart { get; set; }

    /// <summary>As many bytes are sent as the file has from the requested offset on.</summary>
    public bool KeepsLength { get; set; }

    /// <summary>Serve the whole file in place of a RANG range.</summary>
    public bool IgnoreRange { get; set; }

    public long? BytesPerSecond { get; set; }

    public List<TransferMark> Marks { get; } = [];

    /// <summary>File offsets whose byte is sent inverted.</summary>
    public List<long> CorruptOffsets { get; } = [];

    /// <summary>Bytes sent past the end.</summary>
    public FileContent? Extra { get; set; }

    /// <summary>Sent in place of the content, e.g. a hostile listing.</summary>
    public FileContent? Body { get; set; }

    /// <summary>Exact bytes in place of the final reply; empty = none.</summary>
    public byte[]? Final { get; set; }

    public TimeSpan FinalDelay { get; set; }

    /// <summary>The reply to an early close, in place of the server-wide one.</summary>
    public EarlyCloseAnswer? EarlyCloseAnswer { get; set; }
}

/// <summary>An action at a certain point of a transfer.</summary>
/// <param name="At">Bytes sent of this transfer; negative = bytes left, counted back from its expected end.</param>
/// <param name="ActAsync">The action; a result other than null ends the transfer.</param>
internal sealed record TransferMark(long At, Func<IScriptedTransfer, CancellationToken, ValueTask<TransferEnding?>> ActAsync);
