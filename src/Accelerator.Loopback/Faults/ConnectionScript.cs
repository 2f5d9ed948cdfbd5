using Accelerator.Loopback.Logging;

namespace Accelerator.Loopback.Faults;

/// <summary>The behaviour of one control connection; faults fill it in before the greeting.</summary>
internal sealed class ConnectionScript
{
    /// <summary>Sent in place of the greeting, then the connection is closed; empty = closed without a reply.</summary>
    public byte[]? Refusal { get; set; }

    public bool Reset { get; set; }

    public bool NeverAnswer { get; set; }

    public TimeSpan GreetingDelay { get; set; }

    /// <summary>The greeting is sent once the log meets this condition.</summary>
    public Func<LoopbackLog, bool>? GreetingCondition { get; set; }

    public byte[]? Greeting { get; set; }

    public bool EndlessGreeting { get; set; }

    /// <summary>Bytes per send; 0 = complete replies.</summary>
    public int FragmentBytes { get; set; }

    public TimeSpan FragmentDelay { get; set; }

    /// <summary>After this long without a command the reply is sent and the connection closed.</summary>
    public (TimeSpan After, byte[] Reply)? IdleKill { get; set; }

    /// <summary>After this long without a command the reply is sent, once; the connection stays open.</summary>
    public (TimeSpan After, byte[] Reply)? IdleRemark { get; set; }
}
