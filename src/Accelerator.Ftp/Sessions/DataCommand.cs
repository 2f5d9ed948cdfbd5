using Accelerator.Ftp.Control;
using Accelerator.Ftp.Data;

namespace Accelerator.Ftp.Sessions;

/// <summary>A command that opens a data connection, with what is sent before it.</summary>
/// <param name="Command">RETR, MLSD, LIST, NLST, STOR or APPE.</param>
/// <param name="What">The transfer as messages show it.</param>
internal sealed record DataCommand(FtpCommand<FtpReply> Command, string What)
{
    /// <summary>First byte wanted; 0 for a listing.</summary>
    public long Offset { get; init; }

    /// <summary>One past the last byte wanted: sent as RANG if it is known to work at this site, else ignored.</summary>
    public long? End { get; init; }

    /// <summary>
    /// MDTM of the same file, to send with the command; only after <see cref="TransferOpener.TryPair"/> has returned true.
    /// </summary>
    public FtpCommand<string?>? Timed { get; init; }

    /// <summary>Whether much data is expected; see <see cref="DataSocket"/>.</summary>
    public bool IsBulk { get; init; }
}
