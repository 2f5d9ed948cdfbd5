using Accelerator.Loopback.Content;
using Accelerator.Loopback.Logging;

namespace Accelerator.Loopback.Faults;

/// <summary>
/// Faults in a transfer. Byte counts refer to the transfer, not to the file; a point that the transfer never reaches has no effect. See
/// also <see cref="TransferReplyFaults"/> (150, 226 and similar) and <see cref="TransferContentFaults"/> (REST, wrong bytes).
/// </summary>
public sealed record TransferTrigger : FaultTrigger<TransferTrigger>
{
    internal TransferTrigger()
    {
    }

    /// <summary>Only for this file (or, for listings, directory).</summary>
    public TransferTrigger OnPath(string path) => With(Condition with { Path = LoopbackPath.Checked(path) });

    /// <summary>Only transfers requested at this offset or beyond, e.g. <c>1</c> for every restart or <c>1L &lt;&lt; 31</c>.</summary>
    public TransferTrigger FromOffset(long offset) => With(Condition with { MinimumOffset = offset });

    /// <summary>FIN on the data connection after this many bytes; then this final reply ("" = none).</summary>
    public Fault DropAfter(long bytes, string reply = "426 Connection closed; transfer aborted.") =>
        Drop($"dropped after {bytes} bytes", bytes, CloseKind.Fin, reply);

    /// <summary>
    /// RST on the data connection after this many bytes; then this final reply ("" = none). The client may see fewer bytes.
    /// </summary>
    public Fault ResetAfter(long bytes, string reply = "426 Connection closed; transfer aborted.") =>
        Drop($"reset after {bytes} bytes", bytes, CloseKind.Reset, reply);

    /// <summary>FIN after this many bytes, and 226 as for a complete file.</summary>
    public Fault EndShortAfter(long bytes) => Drop($"ended short after {bytes} bytes", bytes, CloseKind.Fin, "226 Transfer complete.");

    /// <summary>Nothing more after this many bytes, with the sockets open, for this long (null = until the client gives up).</summary>
    public Fault StallAfter(long bytes, TimeSpan? duration = null) =>
        Mark($"stalled after {bytes} bytes", bytes, (run, ct) => run.StallAsync(duration, ct));

    /// <summary>This rate (bytes per second) after this many bytes.</summary>
    public Fault SlowAfter(long bytes, long bytesPerSecond) => Mark($"slowed after {bytes} bytes", bytes, run => run.Slow(bytesPerSecond));

    /// <summary>The whole transfer at this rate (bytes per second).</summary>
    public Fault AtRate(long bytesPerSecond) => Do($"at {bytesPerSecond} bytes per second", s => s.BytesPerSecond = bytesPerSecond);

    /// <summary>The control connection is closed after this many bytes; the data continues to its end.</summary>
    public Fault CloseControlAfter(long bytes, CloseKind kind = CloseKind.Fin) =>
        Mark($"control closed ({kind}) after {bytes} bytes", bytes, run => run.CloseControl(kind));

    /// <summary>The served files change after this many bytes of this transfer.</summary>
    public Fault ChangeFilesAfter(long bytes, Action<LoopbackTree> change) =>
        Mark($"files changed after {bytes} bytes", bytes, run => run.ChangeFiles(change));

    /// <summary>
    /// No transfer, only this reply, e.g. <c>451 Too many transfers.</c> or <c>550 No support for resume of ASCII transfer.</c>
    /// </summary>
    public Fault Refuse(string reply) => Do($"refused with \"{reply}\"", s => s.Refusal = reply);

    /// <summary>The server's reply if the client closes this data connection early.</summary>
    public Fault AnswerEarlyClose(EarlyCloseAnswer answer) => Do($"early close answered {answer}", s => s.EarlyCloseAnswer = answer);

    internal Fault Do(string what, Action<TransferScript> effect) =>
        new($"{string.Join('/', Condition.Verbs)} {what}", Condition) { Transfer = effect };

    internal Fault Mark(string what, long at, Func<IScriptedTransfer, CancellationToken, ValueTask<TransferEnding?>> actAsync) =>
        Do(what, s => s.Marks.Add(new TransferMark(at, actAsync)));

    private Fault Mark(string what, long at, Action<IScriptedTransfer> act) => Mark(what, at, (run, _) =>
    {
        act(run);
        return default;
    });

    private protected override TransferTrigger With(FaultCondition condition) => this with { Condition = condition };

    private Fault Drop(string what, long bytes, CloseKind kind, string reply) => Do(what, s =>
        s.Marks.Add(new TransferMark(bytes, (run, _) =>
        {
            // Not before: a transfer that ends before this point is complete and answered as such.
            s.Final ??= reply.Length == 0 ? [] : ReplyBytes.Line(reply);
            return new(run.Drop(kind));
        })));
}
