using System.Net;
using System.Text;
using Accelerator.Loopback.Content;
using Accelerator.Loopback.Logging;

namespace Accelerator.Loopback.Faults;

/// <summary>Faults in the reply to one command.</summary>
public sealed record CommandTrigger : FaultTrigger<CommandTrigger>
{
    internal CommandTrigger()
    {
    }

    /// <summary>Only where the argument names this file.</summary>
    public CommandTrigger OnPath(string path) => With(Condition with { Path = LoopbackPath.Checked(path) });

    /// <summary>
    /// This reply, CRLF added, in place of the usual one. The command takes effect only if the reply begins with 1, 2 or 3.
    /// </summary>
    public Fault Reply(string line) => Do($"answered \"{line}\"", s => s.RawReply = ReplyBytes.Line(line));

    /// <summary>Exactly these bytes (one per char) in place of the reply: bare LF, control characters, several replies, none.</summary>
    public Fault RawReply(string bytes) => RawReply(Encoding.Latin1.GetBytes(bytes));

    /// <summary>Exactly these bytes are sent in place of the reply.</summary>
    public Fault RawReply(byte[] bytes) => Do("answered with raw bytes", s => s.RawReply = [.. bytes]);

    /// <summary>The usual reply is changed by a function, which receives it without the last CRLF.</summary>
    public Fault AlterReply(Func<string, string> change) => Do("answered differently", s => s.AlterReply = change);

    /// <summary>The last hex digit of the hash in the reply to HASH, XCRC, XMD5, XSHA1 or XSHA256 is wrong.</summary>
    public Fault WrongDigest() => Do("answered a wrong hash", s => s.AlterReply = ReplyBytes.WithWrongDigest);

    /// <summary>A reply line is sent that continues for this many bytes, or until the client closes the connection.</summary>
    public Fault EndlessReply(long bytes = 1L << 30) => Do("answered without an end", s =>
    {
        s.RawReply = "200 "u8.ToArray();
        s.FillerBytes = bytes;
    });

    /// <summary>The reply is sent in pieces of this many bytes, with a pause between them.</summary>
    public Fault FragmentReply(int bytes = 1, TimeSpan pause = default) => Do($"answered in pieces of {bytes}", s =>
    {
        s.FragmentBytes = bytes;
        s.FragmentDelay = pause;
    });

    /// <summary>The command is read at once, but executed and answered late.</summary>
    public Fault After(TimeSpan delay) => Do($"answered after {delay}", s => s.Delay = delay);

    /// <summary>The command is read at once, but executed and answered once the server's log meets this condition.</summary>
    public Fault When(Func<LoopbackLog, bool> condition) => Do("answered on a condition", s => s.Condition = condition);

    /// <summary>No answer; the connection stays open and later commands are answered.</summary>
    public Fault NeverAnswer() => Do("not answered", s => s.NeverAnswer = true);

    /// <summary>The control connection is closed in place of an answer.</summary>
    public Fault CloseControl(CloseKind kind = CloseKind.Fin) => Do($"answered by closing ({kind})", s => s.CloseInsteadOfReply = kind);

    /// <summary>The control connection is closed after the answer.</summary>
    public Fault CloseControlAfterReply(CloseKind kind = CloseKind.Fin) =>
        Do($"closed after the answer ({kind})", s => s.CloseAfterReply = kind);

    /// <summary>After the reply, exactly these unsolicited bytes (one per char).</summary>
    public Fault ThenSend(string bytes, TimeSpan delay = default, CloseKind? thenClose = null) => Do("followed by an unasked reply", s =>
    {
        s.Follow = Encoding.Latin1.GetBytes(bytes);
        s.FollowDelay = delay;
        s.CloseAfterReply = thenClose;
    });

    /// <summary>PASV or EPSV: the port named refuses connections.</summary>
    public Fault RefusingPort() => Do("named a port that refuses", s => s.Port = PassivePort.Refusing);

    /// <summary>
    /// PASV or EPSV: the named port does not answer, as behind a firewall that drops. It uses a full accept queue, so it works on Linux;
    /// Windows refuses in that state, which its clients retry for about 2 s.
    /// </summary>
    public Fault SilentPort() => Do("named a port that is silent", s => s.Port = PassivePort.Silent);

    /// <summary>PASV or EPSV: the named port refuses until the transfer command has arrived.</summary>
    public Fault ListenLate() => Do("listens late", s => s.Port = PassivePort.OpenLate);

    /// <summary>
    /// PASV: this address in place of the server's own. If it is a loopback address, the server listens there on the same port and counts
    /// connections in <see cref="LoopbackLog.ForeignDataConnections"/>; at its own address it serves clients that ignore the false address.
    /// </summary>
    public Fault ForeignAddress(IPAddress address) => Do($"named the address {address}", s => s.ForeignAddress = address);

    /// <summary>
    /// PASV or EPSV: the listener is opened as usual, and this function returns the text of the reply; <see cref="PassiveForms"/> has
    /// common ones.
    /// </summary>
    public Fault PassiveReply(Func<IPEndPoint, string> form) => Do("worded its passive reply differently", s => s.PassiveReply = form);

    private protected override CommandTrigger With(FaultCondition condition) => this with { Condition = condition };

    private Fault Do(string what, Action<CommandScript> effect) =>
        new($"{string.Join('/', Condition.Verbs)} {what}", Condition) { Command = effect };
}
