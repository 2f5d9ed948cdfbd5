namespace Accelerator.Engine.Probing;

/// <summary>The limit of the goodput.</summary>
public enum ProbeLimit
{
    /// <summary>No measurement shows it.</summary>
    Unknown,

    /// <summary>Each stream: the server's send window. The streams are equally fast, nothing is lost, nothing queues.</summary>
    ServerWindow,

    /// <summary>Each stream: this machine's receive window, which is filled.</summary>
    ReceiveWindow,

    /// <summary>Each stream: a window; this system does not show on which side.</summary>
    Window,

    /// <summary>
    /// Each stream: the rate at which the server sends on one connection, by a rate limit or by its speed; too little is in flight for a
    /// window.
    /// </summary>
    StreamRate,

    /// <summary>Each stream: packets are lost (or arrive out of order), and TCP slows down.</summary>
    Loss,

    /// <summary>All streams together: the line is full. Round trips grow in a queue, or packets are dropped from one.</summary>
    Line,

    /// <summary>All streams together: the server's disk or processor, or a rate limit; the line shows no queue.</summary>
    Server,

    /// <summary>All streams together: this machine's processors.</summary>
    LocalCpu,

    /// <summary>The local disk accepts less than the line brings.</summary>
    LocalDisk,

    /// <summary>The number of connections that the server allows.</summary>
    Connections,
}
