using System.Buffers.Binary;
using System.Net.NetworkInformation;

namespace Accelerator.Jobs.Tests.Ledger;

/// <summary>A server that poses as PostgreSQL: it declines TLS, requests the password in clear text, and keeps all that it gets.</summary>
internal sealed class FakePostgres : IAsyncDisposable
{
    private const int TlsRequest = 80877103, GssRequest = 80877104;

    private readonly TcpListener _listener = new(IPAddress.Any, 0);
    private readonly MemoryStream _received = new();
    private readonly Task _run;

    public FakePostgres()
    {
        _listener.Start();
        _run = RunAsync();
    }

    /// <summary>An address of this computer that is no loopback address: that of an interface, otherwise the computer's name.</summary>
    public static string Foreign { get; } =
        NetworkInterface.GetAllNetworkInterfaces().SelectMany(one => one.GetIPProperties().UnicastAddresses).Select(one => one.Address)
            .FirstOrDefault(one => one.AddressFamily == AddressFamily.InterNetwork && !IPAddress.IsLoopback(one))?.ToString() ?? Dns.GetHostName();

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    /// <summary>The number of connections that began.</summary>
    public int Connections { get; private set; }

    /// <summary>All bytes of all clients.</summary>
    public string Received { get { lock (_received) return Encoding.Latin1.GetString(_received.ToArray()); } }

    public async ValueTask DisposeAsync()
    {
        _listener.Stop();
        await _run.SoonAsync();
    }

    private async Task RunAsync()
    {
        while (true)
        {
            try
            {
                using var client = await _listener.AcceptSocketAsync();
                Connections++;
                await ServeAsync(new NetworkStream(client));
            }
            catch (IOException)
            {
                // The client left.
            }
            catch (Exception e) when (e is SocketException or InvalidOperationException)
            {
                // Stopped.
                return;
            }
        }
    }

    private async Task ServeAsync(NetworkStream stream)
    {
        var buffer = new byte[4096];
        while (await stream.ReadAsync(buffer) is > 0 and var count)
        {
            lock (_received) _received.Write(buffer, 0, count);
            var isQuestion = count == 8 && BinaryPrimitives.ReadInt32BigEndian(buffer.AsSpan(4)) is TlsRequest or GssRequest;
            // "N" declines encryption; "R" with 3 is AuthenticationCleartextPassword.
            await stream.WriteAsync(isQuestion ? "N"u8.ToArray() : [(byte)'R', 0, 0, 0, 8, 0, 0, 0, 3]);
            if (buffer[0] == 'p') return;
        }
    }
}
