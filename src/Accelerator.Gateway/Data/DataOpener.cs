using System.Net.Sockets;

namespace Accelerator.Gateway.Data;

/// <summary>
/// Opens the next data connection: the client connects to the gateway (PASV, EPSV), or the gateway to the client (PORT, EPRT). The other
/// end is always the host of the control connection, so that a client cannot direct data elsewhere (RFC 2577).
/// </summary>
internal abstract class DataOpener : IDisposable
{
    /// <summary>Returns the connection, which the caller then owns; null if there was none in time.</summary>
    public abstract Task<Socket?> OpenAsync(TimeSpan limit, TimeProvider time, CancellationToken cancellationToken);

    /// <inheritdoc/>
    public abstract void Dispose();
}
