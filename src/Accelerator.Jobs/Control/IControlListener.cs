namespace Accelerator.Jobs.Control;

/// <summary>Waits for clients: on a named pipe on Windows, elsewhere on a socket in the data folder.</summary>
internal interface IControlListener : IAsyncDisposable
{
    /// <summary>Accepts the next client. Only the permissions of the address restrict who can connect.</summary>
    Task<Stream> AcceptAsync(CancellationToken cancellationToken);
}
