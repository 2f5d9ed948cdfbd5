namespace Accelerator.TestKit.Chaos;

/// <summary>When a <see cref="ChaosProxy"/> does something to a connection. Occurrences are counted from 1, over the whole proxy.</summary>
public sealed record ChaosRule
{
    private ChaosRule(string at, long bytes, ChaosAct act) => (At, Bytes, Act) = (at, bytes, act);

    /// <summary>First occurrence that counts.</summary>
    public int From { get; init; } = 1;

    /// <summary>How many occurrences count. Default 1.</summary>
    public int Times { get; init; } = 1;

    /// <summary>The point: <c>accept</c>, <c>command VERB</c>, <c>reply CODE</c> or <c>data</c>.</summary>
    internal string At { get; }

    /// <summary>Bytes from the server on a data connection.</summary>
    internal long Bytes { get; }

    internal ChaosAct Act { get; }

    /// <summary>A reset of a control connection that was just accepted, before the server hears of it.</summary>
    public static ChaosRule ResetAtAccept() => new("accept", 0, ChaosAct.Reset);

    /// <summary>When a command has been handed on to the server.</summary>
    public static ChaosRule AfterCommand(string verb, ChaosAct act) => new($"command {verb}", 0, act);

    /// <summary>When the last line of a reply with this code has been handed on to the client.</summary>
    public static ChaosRule AfterReply(int code, ChaosAct act) => new($"reply {code}", 0, act);

    /// <summary>When so many bytes of a data connection, 1 or more, have been handed on to the client.</summary>
    public static ChaosRule AfterBytes(long bytes, ChaosAct act) => new("data", bytes, act);
}
