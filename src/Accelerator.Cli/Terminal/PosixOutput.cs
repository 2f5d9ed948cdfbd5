using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Accelerator.Cli.Terminal;

/// <summary>
/// Standard output on Linux, for bytes of files. The console's own stream shares a lock with standard error (ConsolePal.Unix): while a
/// reader that does not read blocks a write, no message could be printed, and Ctrl-C would wait for the reader.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed partial class PosixOutput : WriteOnlyStream
{
    private const int StandardOutput = 1;
    private const int Interrupted = 4; // EINTR
    private const int TryAgain = 11; // EAGAIN: another process has made the pipe non-blocking

    /// <inheritdoc/>
    /// <exception cref="IOException">The system refused; EPIPE if the reader is gone.</exception>
    public override void Write(ReadOnlySpan<byte> buffer)
    {
        while (buffer.Length > 0)
        {
            var written = Write(StandardOutput, in MemoryMarshal.GetReference(buffer), (nuint)buffer.Length);
            if (written >= 0)
            {
                buffer = buffer[checked((int)written)..];
                continue;
            }
            var error = Marshal.GetLastPInvokeError();
            if (error == TryAgain) OutputPipe.WaitUntilWritable();
            else if (error != Interrupted) throw new IOException(Marshal.GetPInvokeErrorMessage(error));
        }
    }

    [LibraryImport("libc", EntryPoint = "write", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial nint Write(int descriptor, in byte data, nuint count);
}
