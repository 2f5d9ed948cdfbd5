using System.Buffers;
using System.IO.Pipes;
using System.Net.Sockets;
using System.Runtime.Versioning;
using System.Security.Principal;
using System.Text.Json;
using Accelerator.Ftp;

namespace Accelerator.Jobs.Control;

/// <summary>Sends requests to a service. Nothing is sent before the listener is verified to be the service.</summary>
/// <param name="data">The service's data folder.</param>
public sealed class ControlClient(string data, TimeProvider time)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    // A service that does not accept at once is busy with 32 other clients.
    private static readonly TimeSpan ConnectPatience = TimeSpan.FromSeconds(5);

    // .NET waits this long for a missing pipe too; a running service always has one unconnected instance.
    private static readonly TimeSpan PipePatience = TimeSpan.FromSeconds(1);

    /// <summary>
    /// The SID of the service's account, if it is not SYSTEM, the virtual account or the account of this process. Windows only.
    /// </summary>
    public string? Account { get; init; }

    /// <summary>Sends a request and passes on each line of the reply except the last.</summary>
    /// <param name="arguments">The arguments; may hold a secret.</param>
    /// <param name="onLine">Called for each line.</param>
    /// <param name="cancellationToken">A token to stop waiting.</param>
    /// <exception cref="ControlException">The request failed.</exception>
    public async Task AskAsync(
        string verb, IReadOnlyDictionary<string, string> arguments, Action<JsonElement> onLine, CancellationToken cancellationToken)
    {
        var stream = await ConnectAsync(cancellationToken).ConfigureAwait(false);
        await using (stream.ConfigureAwait(false))
        {
            using var patience = new CancellationTokenSource(Patience, time);
            using var either = CancellationTokenSource.CreateLinkedTokenSource(patience.Token, cancellationToken);
            try
            {
                await stream.WriteAsync(Line(verb, arguments), either.Token).ConfigureAwait(false);
                using var reader = new LineReader(stream);
                while (await reader.ReadAsync(either.Token).ConfigureAwait(false) is { } line)
                {
                    var reply = Read(line);
                    if (IsLast(reply)) return;
                    onLine(reply);
                    patience.CancelAfter(Patience);
                }
                throw new ControlException(ControlFailure.Broken, "The service closed the connection without an answer; see its log.");
            }
            catch (OperationCanceledException) when (patience.IsCancellationRequested && !cancellationToken.IsCancellationRequested)
            {
                throw new ControlException(
                    ControlFailure.Silent, $"The service did not answer {verb} within {Patience.TotalSeconds:0} seconds.");
            }
            catch (IOException e)
            {
                throw new ControlException(ControlFailure.Broken, $"The service closed the connection without an answer: {e.Message}", e);
            }
        }
    }

    /// <summary>Sends a request and returns a member of the one reply line that has it.</summary>
    /// <exception cref="ControlException">The request failed, or no line of the reply has the member.</exception>
    public async Task<JsonElement> AskAsync(string verb, string member, CancellationToken cancellationToken)
    {
        JsonElement? found = null;
        await AskAsync(verb, new Dictionary<string, string>(), line => found = line.TryGetProperty(member, out var value) ? value : found,
            cancellationToken).ConfigureAwait(false);
        return found ?? throw Foreign();
    }

    private static ReadOnlyMemory<byte> Line(string verb, IReadOnlyDictionary<string, string> arguments)
    {
        var line = new ArrayBufferWriter<byte>();
        using (var json = new Utf8JsonWriter(line))
        {
            json.WriteStartObject();
            json.WriteString("verb", verb);
            foreach (var (name, value) in arguments) json.WriteString(name, value);
            json.WriteEndObject();
        }
        line.Write("\n"u8);
        return line.WrittenMemory;
    }

    private static JsonElement Read(ReadOnlyMemory<byte> line)
    {
        try
        {
            using var document = JsonDocument.Parse(line);
            return document.RootElement.ValueKind == JsonValueKind.Object && WellFormedJson.IsWellFormed(document.RootElement)
                ? document.RootElement.Clone() : throw Foreign();
        }
        catch (JsonException)
        {
            throw Foreign();
        }
    }

    private static bool IsLast(JsonElement reply)
    {
        if (!reply.TryGetProperty("done", out var done) || done.ValueKind != JsonValueKind.True) return false;
        if (!reply.TryGetProperty("error", out var error)) return true;
        if (error.ValueKind != JsonValueKind.String) throw Foreign();
        var word = reply.TryGetProperty("kind", out var kind) && kind.ValueKind == JsonValueKind.String ? kind.GetString() : null;
        throw new ControlException(
            Enum.GetValues<ControlFailure>().FirstOrDefault(
                one => JsonNamingPolicy.SnakeCaseLower.ConvertName(one.ToString()) == word, ControlFailure.Defect), error.GetString()!);
    }

    private static ControlException Foreign() =>
        new(ControlFailure.Broken, "The answer is not from a service that this ftpx supports; ftpx and ftpxd must have the same version.");

    private ControlException NotRunning(Exception? cause) =>
        new(ControlFailure.NotRunning, $"The service with the data folder {SafeText.Escape(data)} does not answer.", cause);

    private ControlException Denied(Exception? cause) => new(
        ControlFailure.Denied,
        OperatingSystem.IsWindows()
            ? "Only SYSTEM and administrators can control the service. Open a terminal with \"Run as administrator\" and run the "
                + "command again."
            : $"Only root and the user of the service can control it, and {SafeText.Escape(data)} is not accessible to others. "
                + "Run the command as one of them (sudo).",
        cause);

    private async Task<Stream> ConnectAsync(CancellationToken cancellationToken)
    {
        using var patience = new CancellationTokenSource(ConnectPatience, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(patience.Token, cancellationToken);
        try
        {
            return OperatingSystem.IsWindows()
                ? await OpenPipeAsync(either.Token).ConfigureAwait(false) : await OpenSocketAsync(either.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (patience.IsCancellationRequested && !cancellationToken.IsCancellationRequested)
        {
            throw new ControlException(
                ControlFailure.Silent, $"The service with the data folder {SafeText.Escape(data)} is busy with other requests.");
        }
    }

    [UnsupportedOSPlatform("windows")]
    private async Task<Stream> OpenSocketAsync(CancellationToken cancellationToken)
    {
        var path = ControlAddress.Of(data);
        var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            CheckFolder();
            await socket.ConnectAsync(new UnixDomainSocketEndPoint(path), cancellationToken).ConfigureAwait(false);
            // Whoever may rename the folder can exchange it after the check; the listener cannot be exchanged after the connection.
            if (ListenerOf(socket) is var user && !PrivateFolder.IsTrusted(user))
                throw Untrusted($"The program that listens at {SafeText.Escape(path)} runs as the user with the ID {user}, "
                    + "who does not run the service.");
            return new NetworkStream(socket, ownsSocket: true);
        }
        catch (Exception e)
        {
            socket.Dispose();
            throw e switch
            {
                SocketException { SocketErrorCode: SocketError.AccessDenied } or UnauthorizedAccessException => Denied(e),
                SocketException => NotRunning(e),
                _ => e,
            };
        }
    }

    [UnsupportedOSPlatform("windows")]
    private void CheckFolder()
    {
        if (!Directory.Exists(data)) return;
        if (!PrivateFolder.IsOwners(data))
            throw Untrusted($"The folder {SafeText.Escape(data)} is writable by other users, so another program could answer in the "
                + "service's place. Let only the service's account and administrators write to the folder, and start the service again.");
        if (PrivateFolder.OwnerOf(data) is var owner && !PrivateFolder.IsTrusted(owner))
            throw Untrusted($"The folder {SafeText.Escape(data)} belongs to the user with the ID {owner}, who does not run the service.");
    }

    // SO_PEERCRED (unix(7)): process, user and group of the program that called listen(2), as the kernel noted them then.
    private static uint ListenerOf(Socket socket)
    {
        const int Socket = 1, PeerCredentials = 17;
        var credentials = new byte[3 * sizeof(uint)];
        return socket.GetRawSocketOption(Socket, PeerCredentials, credentials) == credentials.Length
            ? BitConverter.ToUInt32(credentials, sizeof(uint))
            : throw Untrusted("The system does not tell which user listens at the service's socket.");
    }

    private static ControlException Untrusted(string why) =>
        new(ControlFailure.Untrusted, $"{why} Nothing was sent. If the service runs as another user, run the command as that user.");

    [SupportedOSPlatform("windows")]
    private async Task<Stream> OpenPipeAsync(CancellationToken cancellationToken)
    {
        var name = ControlAddress.Of(data);
        // Identification: the listener may identify the client, but not act in its name.
        var pipe = new NamedPipeClientStream(
            ".", name, PipeDirection.InOut, PipeOptions.Asynchronous, TokenImpersonationLevel.Identification);
        try
        {
            await pipe.ConnectAsync(checked((int)PipePatience.TotalMilliseconds), cancellationToken).ConfigureAwait(false);
            var owner = pipe.GetAccessControl().GetOwner(typeof(SecurityIdentifier));
            return WindowsAccounts.IsTrusted(owner, Account is null ? null : new SecurityIdentifier(Account))
                ? pipe
                : throw new ControlException(
                    ControlFailure.Untrusted,
                    $"The pipe {name} belongs to {owner?.Value ?? "nobody"}, which is not the service. "
                        + "Nothing was sent. Find out which program owns it.");
        }
        catch (Exception e)
        {
            await pipe.DisposeAsync().ConfigureAwait(false);
            throw e switch
            {
                UnauthorizedAccessException => Denied(e),
                IOException or TimeoutException => NotRunning(e),
                _ => e,
            };
        }
    }
}
