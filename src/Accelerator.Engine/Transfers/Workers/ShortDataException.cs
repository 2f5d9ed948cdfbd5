using Accelerator.Ftp;

namespace Accelerator.Engine.Transfers.Workers;

/// <summary>The data ended before the range did, although the connection was closed in good order.</summary>
internal sealed class ShortDataException(string what, long received, FtpReply? reply)
    : Exception($"{what}: the data ended after {received} bytes; the server said {reply?.ToString() ?? "nothing"}.")
{
    /// <summary>Bytes received.</summary>
    public long Received { get; } = received;

    /// <summary>The final reply, or null.</summary>
    public FtpReply? Reply { get; } = reply;
}
