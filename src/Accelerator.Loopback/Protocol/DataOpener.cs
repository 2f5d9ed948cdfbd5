namespace Accelerator.Loopback.Protocol;

/// <summary>How the next data connection comes about: the client connects to us (PASV, EPSV) or we to the client (PORT, EPRT).</summary>
internal abstract class DataOpener : IDisposable
{
    /// <summary>The connection, which then belongs to the caller; null when there was none in time.</summary>
    public abstract Task<DataConnection?> OpenAsync(TimeSpan timeout, TimeProvider time, CancellationToken cancellationToken);

    public abstract void Dispose();
}
