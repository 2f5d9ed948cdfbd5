namespace Accelerator.Ftp.Fxp;

/// <summary>What two servers said at the end of a transfer. Never evidence that the file is whole.</summary>
/// <param name="Source">To RETR.</param>
/// <param name="Destination">To STOR or APPE.</param>
internal sealed record FxpReplies(FtpReply Source, FtpReply Destination);
