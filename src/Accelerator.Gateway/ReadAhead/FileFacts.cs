using System.Globalization;
using Accelerator.Ftp;

namespace Accelerator.Gateway.ReadAhead;

/// <summary>The server's replies to SIZE (in TYPE I) and MDTM for one file.</summary>
/// <param name="SizeReply">The reply to SIZE, a success.</param>
/// <param name="ModifiedReply">The reply to MDTM, a success.</param>
/// <param name="Size">Bytes.</param>
/// <param name="At">Timestamp from before the commands were sent.</param>
internal sealed record FileFacts(FtpReply SizeReply, FtpReply ModifiedReply, long Size, long At)
{
    /// <summary>The time as MDTM wrote it.</summary>
    public string Modified { get; } = ModifiedReply.Text.Trim();

    /// <summary>Reads both replies.</summary>
    /// <returns>Null unless the server reported both.</returns>
    public static FileFacts? Read(FtpReply size, FtpReply modified, long at) =>
        size.IsSuccess && modified.IsSuccess && modified.Text.AsSpan().Trim() is [>= '0' and <= '9', ..]
            && long.TryParse(size.Text.Trim(), NumberStyles.None, CultureInfo.InvariantCulture, out var bytes)
            ? new FileFacts(size, modified, bytes, at) : null;

    /// <summary>Returns the reply to a client's question.</summary>
    public FtpReply Answer(string verb) => verb == "SIZE" ? SizeReply : ModifiedReply;
}
