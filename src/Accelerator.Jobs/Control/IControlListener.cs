namespace Accelerator.Jobs.Control;

/// <summary>Waits for those that ask: a named pipe on Windows, a socket in the data folder elsewhere.</summary>
internal interface IControlListener : IAsyncDisposable
{
    /// <summary>The next one. Only the rights that the address has decide who it may be.</summary>
    Task<Stream> AcceptAsync(CancellationToken cancellationToken);
}
