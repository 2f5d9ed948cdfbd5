namespace Accelerator.Ftp.Sockets;

/// <summary>A proxy's refusal; <see cref="ProxyTunnel"/> turns it into the exception that callers see.</summary>
/// <param name="fault">The kind of refusal.</param>
/// <param name="said">The rest of a sentence that begins with the proxy's name, without a full stop.</param>
internal sealed class ProxyException(ProxyFault fault, string said) : Exception(said)
{
    public ProxyFault Fault => fault;
}

/// <summary>The kinds of refusal.</summary>
internal enum ProxyFault
{
    /// <summary>The reply is not one of the proxy's protocol.</summary>
    Foreign,

    /// <summary>The proxy requires a login, or refuses this one.</summary>
    Login,

    /// <summary>The proxy does not connect to this server and port.</summary>
    Refused,

    /// <summary>The proxy tried, and the server or the network refused.</summary>
    Unreachable,
}
