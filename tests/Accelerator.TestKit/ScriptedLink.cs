using System.Net.Security;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;

namespace Accelerator.TestKit;

/// <summary>The server's end of a connection, plain or encrypted. Disposing closes it in order: the client reads to the end.</summary>
public abstract class ScriptedLink : IDisposable
{
    private protected ScriptedLink(Socket socket)
    {
        Socket = socket;
        Socket.NoDelay = true;
        Stream = new NetworkStream(socket, ownsSocket: true);
        Client = (IPEndPoint)socket.RemoteEndPoint!;
    }

    /// <summary>The client's end of the connection.</summary>
    public IPEndPoint Client { get; }

    private protected Socket Socket { get; }

    private protected Stream Stream { get; private set; }

    /// <summary>Starts TLS with this end as the server.</summary>
    /// <param name="certificate">The certificate and its key.</param>
    /// <param name="versions">The versions to accept; the system's own by default.</param>
    public async Task StartTlsAsync(X509Certificate2 certificate, SslProtocols versions = SslProtocols.None)
    {
        var tls = new SslStream(Stream);
        Stream = tls;
        await tls.AuthenticateAsServerAsync(certificate, clientCertificateRequired: false, versions, checkCertificateRevocation: false);
    }

    /// <summary>Sends text (Latin-1) beside the TLS connection, as a server does that has lost it.</summary>
    public async Task WriteInTheClearAsync(string text) => await Socket.SendAsync(System.Text.Encoding.Latin1.GetBytes(text));

    /// <summary>Sends TLS's close_notify. Without it, <see cref="Dispose"/> ends the connection with a FIN only.</summary>
    public Task EndTlsAsync() => ((SslStream)Stream).ShutdownAsync();

    /// <summary>Whether the client has sent anything, or has closed, within the time given.</summary>
    public bool HasNewsWithin(TimeSpan time) => Socket.Poll(time, SelectMode.SelectRead);

    /// <summary>Ends the connection with a reset instead of an orderly close.</summary>
    public void Reset()
    {
        Socket.LingerState = new LingerOption(enable: true, seconds: 0);
        Socket.Dispose();
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Stream.Dispose();
        GC.SuppressFinalize(this);
    }
}
