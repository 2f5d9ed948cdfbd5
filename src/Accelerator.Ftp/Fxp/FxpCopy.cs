namespace Accelerator.Ftp.Fxp;

/// <summary>One file, or its rest, to go from one server to the other.</summary>
internal sealed record FxpCopy
{
    /// <summary>The file at the source.</summary>
    public required FtpPath From { get; init; }

    /// <summary>
    /// The file at the destination; what it holds is lost unless <see cref="Offset"/> is above 0 or <see cref="Append"/> is set.
    /// </summary>
    public required FtpPath To { get; init; }

    /// <summary>First byte that is sent, and where the destination puts it. Default 0.</summary>
    public long Offset { get; init; }

    /// <summary>One past the last byte that is sent: RANG at the source in place of REST. Null, the default, for the file's end.</summary>
    public long? End { get; init; }

    /// <summary>
    /// For one of several copies into the same file: the destination gets its command first and unasked, and the source its own when this,
    /// which is called then, has ended. Null, the default, for a copy by itself: the server that listens is first, and a refusal of it is
    /// waited for.
    /// </summary>
    public Func<Task>? Turn { get; init; }

    /// <summary>
    /// What is waited for before either server gets its transfer command, when both are ready for it. Null, the default, for nothing.
    /// </summary>
    public Task? Gate { get; init; }

    /// <summary>Called when the destination has said that it stores (150), so has opened the file. Null, the default, for nobody.</summary>
    public Action? Stored { get; init; }

    /// <summary>
    /// APPE at the destination in place of REST and STOR: the bytes go to the file's end, wherever that is. Default false.
    /// </summary>
    public bool Append { get; init; }

    /// <summary>The server that listens for the data connection. Default: the destination.</summary>
    public FxpSide Passive { get; init; } = FxpSide.Destination;

    /// <summary>Default: none.</summary>
    public FxpProtection Protection { get; init; }

    /// <summary>
    /// Whether both transfer commands go out at once: where the two servers have sent each other a file before, waiting for the first one's
    /// refusal would cost each file a round trip. Only where the destination listens: what it refuses then harms no file. Default false.
    /// </summary>
    public bool AtOnce { get; init; }

    /// <summary>
    /// How long the whole transfer may take, from the first 150 to the first final reply. Nothing passes through this computer that would
    /// show that it is alive.
    /// </summary>
    public required TimeSpan Longest { get; init; }

    /// <summary>A server's transfer command as messages name it.</summary>
    internal string Describe(FxpSide side)
    {
        var command = side == FxpSide.Source ? $"RETR {From}" : $"{(Append ? "APPE" : "STOR")} {To}";
        return Offset == 0 ? command : $"{command} from byte {Offset}";
    }
}
