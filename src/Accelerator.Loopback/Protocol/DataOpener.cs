namespace Accelerator.Loopback.Protocol;

/// <summary>
/// Opens the next data connection: the client connects to the server (PASV, EPSV) or the server to the client (PORT, EPRT).
/// </summary>
internal abstract class DataOpener : IDisposable
{
    /// <summary>Returns the connection, which the caller then owns; null if there was none in time.</summary>
    public abstract Task<DataConnection?> OpenAsync(TimeSpan timeout, TimeProvider time, CancellationToken cancellationToken);

    public abstract void Dispose();
}
