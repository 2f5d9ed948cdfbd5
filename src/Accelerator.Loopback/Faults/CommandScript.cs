using System.Net;
using Accelerator.Loopback.Logging;

namespace Accelerator.Loopback.Faults;

/// <summary>How one command is answered; faults fill it in before it is carried out.</summary>
internal sealed class CommandScript
{
    public TimeSpan Delay { get; set; }

    /// <summary>The command is executed once the log meets this condition.</summary>
    public Func<LoopbackLog, bool>? Condition { get; set; }

    public bool NeverAnswer { get; set; }

    /// <summary>Close the control connection in place of a reply.</summary>
    public CloseKind? CloseInsteadOfReply { get; set; }

    /// <summary>These exact bytes in place of the reply; the command takes effect only if they begin with 1, 2 or 3.</summary>
    public byte[]? RawReply { get; set; }

    /// <summary>Send filler after <see cref="RawReply"/> until this many bytes went out or the client closed.</summary>
    public long FillerBytes { get; set; }

    public Func<string, string>? AlterReply { get; set; }

    public int FragmentBytes { get; set; }

    public TimeSpan FragmentDelay { get; set; }

    /// <summary>Unsolicited bytes to send after the reply.</summary>
    public byte[]? Follow { get; set; }

    public TimeSpan FollowDelay { get; set; }

    public CloseKind? CloseAfterReply { get; set; }

    public PassivePort Port { get; set; }

    /// <summary>Name this address in a 227 in place of the server's.</summary>
    public IPAddress? ForeignAddress { get; set; }

    /// <summary>Returns the text of the reply to PASV or EPSV.</summary>
    public Func<IPEndPoint, string>? PassiveReply { get; set; }

    public bool TakesEffect => RawReply is not { } reply || (reply.Length > 0 && reply[0] is >= (byte)'1' and <= (byte)'3');
}

/// <summary>The state of the port named in reply to PASV or EPSV.</summary>
internal enum PassivePort
{
    /// <summary>A listener, from the reply on.</summary>
    Open,

    /// <summary>No listener: connections are refused.</summary>
    Refusing,

    /// <summary>A listener with a full queue: connections get no answer.</summary>
    Silent,

    /// <summary>A listener that is opened only after the transfer command.</summary>
    OpenLate,
}
