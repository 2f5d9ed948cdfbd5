using System.Text;
using Accelerator.Loopback.Logging;

namespace Accelerator.Loopback.Faults;

/// <summary>Faults of a control connection as a whole, decided when it is accepted.</summary>
public sealed record ConnectionTrigger : FaultTrigger<ConnectionTrigger>
{
    internal ConnectionTrigger()
    {
    }

    /// <summary>One line in place of the greeting, then closed.</summary>
    public Fault Refuse(string reply = "421 Too many connections, try again later.") =>
        Do($"refused with \"{reply}\"", s => s.Refusal = ReplyBytes.Line(reply));

    /// <summary>Accepted, then FIN without a greeting.</summary>
    public Fault CloseWithoutBanner() => Do("closed without a banner", s => s.Refusal = []);

    /// <summary>Accepted, then RST without a greeting.</summary>
    public Fault Reset() => Do("reset without a banner", s =>
    {
        s.Refusal = [];
        s.Reset = true;
    });

    /// <summary>Accepted, and nothing is ever sent.</summary>
    public Fault NeverAnswer() => Do("never answers", s => s.NeverAnswer = true);

    /// <summary>Another greeting; CRLF is added. It need not be FTP, e.g. <c>SSH-2.0-x</c> or <c>HTTP/1.1 400 Bad Request</c>.</summary>
    public Fault Banner(string line) => Do($"greets with \"{line}\"", s => s.Greeting = ReplyBytes.Line(line));

    /// <summary>Exactly these bytes (one per char) as the greeting.</summary>
    public Fault RawBanner(string bytes) => Do("greets with raw bytes", s => s.Greeting = Encoding.Latin1.GetBytes(bytes));

    /// <summary>A greeting line that never ends.</summary>
    public Fault EndlessBanner() => Do("greets without an end", s => s.EndlessGreeting = true);

    /// <summary>The greeting is late, as behind a slow reverse lookup.</summary>
    public Fault BannerAfter(TimeSpan delay) => Do($"greets after {delay}", s => s.GreetingDelay = delay);

    /// <summary>The greeting is sent once the server's log meets this condition.</summary>
    public Fault BannerWhen(Func<LoopbackLog, bool> condition) =>
        Do("greets on a condition", s => s.GreetingCondition = condition);

    /// <summary>Every reply is sent in pieces of this many bytes, with a pause between them.</summary>
    public Fault FragmentReplies(int bytes = 1, TimeSpan pause = default) => Do($"replies in pieces of {bytes}", s =>
    {
        s.FragmentBytes = bytes;
        s.FragmentDelay = pause;
    });

    /// <summary>After this long without a command (transfers do not count) the reply is sent and the connection closed.</summary>
    public Fault KillWhenIdle(TimeSpan after, string reply = "421 Timeout.") =>
        Do("killed when idle", s => s.IdleKill = (after, ReplyBytes.Line(reply)));

    /// <summary>After this long without a command, an unsolicited line is sent, once; the connection stays open.</summary>
    public Fault RemarkWhenIdle(TimeSpan after, string reply) =>
        Do($"says \"{reply}\" when idle", s => s.IdleRemark = (after, ReplyBytes.Line(reply)));

    private protected override ConnectionTrigger With(FaultCondition condition) => this with { Condition = condition };

    private Fault Do(string what, Action<ConnectionScript> effect) => new($"connection {what}", Condition) { Connection = effect };
}
