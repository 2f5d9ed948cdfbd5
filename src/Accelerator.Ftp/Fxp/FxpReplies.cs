namespace Accelerator.Ftp.Fxp;

/// <summary>The final replies of two servers to a transfer. Never evidence that the file is complete.</summary>
/// <param name="Source">The reply to RETR.</param>
/// <param name="Destination">The reply to STOR or APPE.</param>
internal sealed record FxpReplies(FtpReply Source, FtpReply Destination);
