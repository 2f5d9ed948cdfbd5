namespace Accelerator.Ftp.Fxp;

/// <summary>One file, or the rest of it, to copy from one server to the other.</summary>
internal sealed record FxpCopy
{
    /// <summary>The file at the source.</summary>
    public required FtpPath From { get; init; }

    /// <summary>
    /// The file at the destination; its content is lost unless <see cref="Offset"/> is above 0 or <see cref="Append"/> is set.
    /// </summary>
    public required FtpPath To { get; init; }

    /// <summary>First byte to send, and its offset at the destination. Default 0.</summary>
    public long Offset { get; init; }

    /// <summary>One past the last byte to send: RANG at the source in place of REST. Null, the default, for the end of the file.</summary>
    public long? End { get; init; }

    /// <summary>
    /// For one of several copies into the same file: the destination gets its command first and without a wait; this is then called, and
    /// the source gets its command when the returned task has ended. Null, the default, for a single copy: the listening server gets its
    /// command first, and the time for a refusal is waited.
    /// </summary>
    public Func<Task>? Turn { get; init; }

    /// <summary>
    /// A task to await before either server gets its transfer command, once both are ready for it. Null, the default, for none.
    /// </summary>
    public Task? Gate { get; init; }

    /// <summary>
    /// Called when the destination has replied that it stores (150), so has opened the file. Null, the default, for no callback.
    /// </summary>
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
    /// Whether both transfer commands go out at once: between two servers that have exchanged a file before, waiting for a refusal of the
    /// first would cost each file a round trip. Only when the destination listens: a refusal by it then harms no file. Default false.
    /// </summary>
    public bool AtOnce { get; init; }

    /// <summary>
    /// Time limit for the whole transfer, from the first 150 to the first final reply. No data passes through this computer, so progress
    /// cannot be observed.
    /// </summary>
    public required TimeSpan Longest { get; init; }

    /// <summary>Returns a server's transfer command as messages show it.</summary>
    internal string Describe(FxpSide side)
    {
        var command = side == FxpSide.Source ? $"RETR {From}" : $"{(Append ? "APPE" : "STOR")} {To}";
        return Offset == 0 ? command : $"{command} from byte {Offset}";
    }
}
