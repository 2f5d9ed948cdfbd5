using System.IO.Pipes;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using System.Security.AccessControl;
using System.Security.Principal;
using Microsoft.Win32.SafeHandles;

namespace Accelerator.Jobs.Control;

/// <summary>
/// A named pipe that only SYSTEM, administrators and the service's own account may open, and not over the network. By P/Invoke, because
/// .NET's pipes neither refuse other computers (PIPE_REJECT_REMOTE_CLIENTS) nor, on .NET 8, insist on being the first of their name.
/// </summary>
[SupportedOSPlatform("windows")]
internal sealed partial class PipeListener : IControlListener
{
    private const uint Duplex = 0x3;                   // PIPE_ACCESS_DUPLEX
    private const uint Overlapped = 0x4000_0000;       // FILE_FLAG_OVERLAPPED
    private const uint First = 0x0008_0000;            // FILE_FLAG_FIRST_PIPE_INSTANCE
    private const uint RejectRemote = 0x8;             // PIPE_REJECT_REMOTE_CLIENTS; a stream of bytes otherwise
    private const uint Unlimited = 255;                // PIPE_UNLIMITED_INSTANCES
    private const uint BufferSize = 4 << 10;

    private const int AccessDenied = 5;
    private const int PipeBusy = 231;

    private readonly string _name;
    private readonly byte[] _rights;
    private NamedPipeServerStream _next;

    private PipeListener(string name, byte[] rights)
    {
        (_name, _rights) = (name, rights);
        _next = Create(First);
    }

    /// <summary>Takes the name.</summary>
    /// <exception cref="ControlException">Another process has a pipe of this name.</exception>
    public static PipeListener Open(string name)
    {
        using var self = WindowsIdentity.GetCurrent();
        return new PipeListener(name,
            Rights(self.User!, isAdministrator: new WindowsPrincipal(self).IsInRole(WindowsBuiltInRole.Administrator)));
    }

    public async Task<Stream> AcceptAsync(CancellationToken cancellationToken)
    {
        while (true)
        {
            var connected = _next;
            var isGone = false;
            try
            {
                await connected.WaitForConnectionAsync(cancellationToken).ConfigureAwait(false);
            }
            catch (IOException)
            {
                // The client left before it was accepted (ERROR_NO_DATA).
                isGone = true;
            }
            // Always keep one unconnected instance: when the last one closes, another process could take the name and impersonate the
            // service.
            _next = Create(0);
            if (!isGone) return connected;
            await connected.DisposeAsync().ConfigureAwait(false);
        }
    }

    public ValueTask DisposeAsync() => _next.DisposeAsync();

    private static byte[] Rights(SecurityIdentifier self, bool isAdministrator)
    {
        // Clients check the owner. NU denies access over the network (SMB), and is evaluated before any grant.
        var descriptor = new RawSecurityDescriptor(
            $"O:{(isAdministrator ? "BA" : self)}D:P(D;;GA;;;NU)(A;;GA;;;SY)(A;;GA;;;BA)(A;;GA;;;{self})");
        var bytes = new byte[descriptor.BinaryLength];
        descriptor.GetBinaryForm(bytes, 0);
        return bytes;
    }

    private unsafe NamedPipeServerStream Create(uint first)
    {
        fixed (byte* rights = _rights)
        {
            var attributes = new SecurityAttributes { Length = (uint)sizeof(SecurityAttributes), Descriptor = (nint)rights };
            var handle = CreateNamedPipe(
                @"\\.\pipe\" + _name, Duplex | Overlapped | first, RejectRemote, Unlimited, BufferSize, BufferSize, 0, &attributes);
            if (!handle.IsInvalid) return new NamedPipeServerStream(PipeDirection.InOut, isAsync: true, isConnected: false, handle);
            var error = Marshal.GetLastPInvokeError();
            handle.Dispose();
            throw error is AccessDenied or PipeBusy
                ? new ControlException(ControlFailure.Taken,
                    $"Another process owns the control pipe {_name}. If no other ftpxd runs, find out which one: "
                        + "it may be impersonating the service.")
                : new ControlException(ControlFailure.Taken,
                    $"The control pipe {_name} cannot be created: {Marshal.GetPInvokeErrorMessage(error)}");
        }
    }

    [LibraryImport("kernel32", EntryPoint = "CreateNamedPipeW", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    private static unsafe partial SafePipeHandle CreateNamedPipe(
        string name, uint openMode, uint pipeMode, uint most, uint outSize, uint inSize, uint timeout, SecurityAttributes* attributes);

    // SECURITY_ATTRIBUTES.
    [StructLayout(LayoutKind.Sequential)]
    private struct SecurityAttributes
    {
        public uint Length;

        public nint Descriptor;

        public int Inherit;
    }
}
