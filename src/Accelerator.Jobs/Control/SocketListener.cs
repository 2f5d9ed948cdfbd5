using System.Net.Sockets;
using Accelerator.Engine.Storage;
using Accelerator.Ftp;

namespace Accelerator.Jobs.Control;

/// <summary>A Unix domain socket that only its owner may connect to, in a folder that others may not write.</summary>
internal sealed class SocketListener : IControlListener
{
    private readonly Socket _socket;
    private readonly string _path;

    private SocketListener(Socket socket, string path) => (_socket, _path) = (socket, path);

    /// <summary>Takes the address. A socket left by a killed service is replaced, because this process holds the folder's lock.</summary>
    /// <exception cref="ControlException">The address is not available.</exception>
    public static SocketListener Open(string path)
    {
        var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            LocalChanges.Delete(path);
            socket.Bind(new UnixDomainSocketEndPoint(path));
            // Between these two lines the folder's own mode keeps others out.
            if (!OperatingSystem.IsWindows()) File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite);
            socket.Listen();
            return new SocketListener(socket, path);
        }
        catch (Exception e) when (e is SocketException or IOException or UnauthorizedAccessException)
        {
            socket.Dispose();
            throw new ControlException(
                ControlFailure.Taken, $"The control socket {SafeText.Escape(path)} cannot be created: {e.Message.TrimEnd('.')}. "
                    + "Remove what has this name, or set another data folder with --data.", e);
        }
    }

    public async Task<Stream> AcceptAsync(CancellationToken cancellationToken) =>
        new NetworkStream(await _socket.AcceptAsync(cancellationToken).ConfigureAwait(false), ownsSocket: true);

    public ValueTask DisposeAsync()
    {
        _socket.Dispose();
        LocalChanges.Delete(_path);
        return ValueTask.CompletedTask;
    }
}
