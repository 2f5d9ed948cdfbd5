using System.Text;
using Accelerator.Loopback.Content;
using Accelerator.Loopback.Logging;

namespace Accelerator.Loopback.Faults;

/// <summary>
/// Faults in a transfer: its end, its replies (150, 226 and similar), its bytes. Byte counts refer to the transfer, not to the file; a
/// point that the transfer never reaches has no effect.
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

    /// <summary>The data connection is accepted; neither 150 nor a byte follows until the client gives up.</summary>
    public Fault StallBeforePreliminary() => Do("stalled before 150", s => s.StallAtStart = true);

    /// <summary>The 150, and the data with it, is late.</summary>
    public Fault DelayPreliminary(TimeSpan delay) => Do($"150 after {delay}", s => s.PreliminaryDelay = delay);

    /// <summary>Data without any 150.</summary>
    public Fault NoPreliminary() => Do("no 150", s => s.Preliminary = []);

    /// <summary>Another preliminary reply, CRLF added, e.g. <c>125 Data connection already open.</c></summary>
    public Fault Preliminary(string line) => Do($"\"{line}\" in place of 150", s => s.Preliminary = ReplyBytes.Line(line));

    /// <summary>150 only after this many bytes of data.</summary>
    public Fault PreliminaryAfter(long bytes) => Do($"150 after {bytes} bytes", s => s.PreliminaryAfter = bytes);

    /// <summary>Another final reply, CRLF added, e.g. <c>250 Done.</c></summary>
    public Fault Final(string line) => Do($"\"{line}\" in place of 226", s => s.Final = ReplyBytes.Line(line));

    /// <summary>Exactly these bytes (one per char) as the final reply.</summary>
    public Fault RawFinal(string bytes) => Do("raw bytes in place of 226", s => s.Final = Encoding.Latin1.GetBytes(bytes));

    /// <summary>Two 226 lines at once.</summary>
    public Fault TwoFinals() => RawFinal("226 Transfer complete.\r\n226 Transfer complete.\r\n");

    /// <summary>A multi-line 226 with statistics, as Pure-FTPd sends it.</summary>
    public Fault MultiLineFinal() =>
        RawFinal("226-File successfully transferred\r\n226 0.029 seconds (measured here), 91.26 Mbytes per second\r\n");

    /// <summary>226 this long after the data ended.</summary>
    public Fault DelayFinal(TimeSpan delay) => Do($"226 after {delay}", s => s.FinalDelay = delay);

    /// <summary>All data, and no 226.</summary>
    public Fault NoFinal() => Do("no 226", s => s.Final = []);

    /// <summary>226 while this many bytes are still to be sent; then, after a pause, those bytes.</summary>
    public Fault FinalBeforeLast(long bytes, TimeSpan pause = default) =>
        Mark($"226 before the last {bytes} bytes", -bytes, (run, ct) => run.SendFinalEarlyAsync(pause, ct));

    /// <summary>REST is answered 350 and the file sent from byte 0.</summary>
    public Fault IgnoreRest() => Do("REST ignored", s => s.MapStart = _ => 0);

    /// <summary>The file is sent from an offset shifted by this many bytes (never before 0).</summary>
    public Fault RestOffBy(long bytes) => Do($"REST off by {bytes}", s => s.MapStart = start => Math.Max(0, start + bytes));

    /// <summary>The offset is taken modulo this, e.g. <c>1L &lt;&lt; 32</c> for a server with 32-bit offsets.</summary>
    public Fault RestWrapsAt(long modulo) => Do($"REST modulo {modulo}", s => s.MapStart = start => start % modulo);

    /// <summary>
    /// The offset is taken modulo this, and as many bytes are sent as the file has from the requested offset on.
    /// </summary>
    public Fault RestWrapsUnnoticedAt(long modulo) => Do($"REST modulo {modulo}, with the right length", s =>
    {
        s.MapStart = start => start % modulo;
        s.KeepsLength = true;
    });

    /// <summary>RANG is answered 350 and the whole file sent.</summary>
    public Fault IgnoreRang() => Do("RANG ignored", s => s.IgnoreRange = true);

    /// <summary>The byte at this offset of the file is sent inverted, if the transfer covers it.</summary>
    public Fault CorruptByteAt(long offset) => Do($"byte {offset} corrupted", s => s.CorruptOffsets.Add(offset));

    /// <summary>This many bytes of 'X' past the end.</summary>
    public Fault SendExtra(long bytes) => Do($"{bytes} bytes too many", s => s.Extra = FileContent.Constant(bytes, (byte)'X'));

    /// <summary>These bytes in place of the content, e.g. a hostile listing.</summary>
    public Fault SendInstead(FileContent body) => Do("other content", s => s.Body = body);

    private Fault Do(string what, Action<TransferScript> effect) =>
        new($"{string.Join('/', Condition.Verbs)} {what}", Condition) { Transfer = effect };

    private Fault Mark(string what, long at, Func<IScriptedTransfer, CancellationToken, ValueTask<TransferEnding?>> actAsync) =>
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
