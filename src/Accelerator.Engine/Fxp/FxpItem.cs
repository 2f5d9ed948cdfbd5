using Accelerator.Ftp;

namespace Accelerator.Engine.Fxp;

/// <summary>One file to go from server to server.</summary>
/// <param name="From">Its path at the source.</param>
/// <param name="To">Its final path at the destination. Until it is whole and verified the data is in that name with <c>.part</c> behind it.</param>
public sealed record FxpItem(FtpPath From, FtpPath To);
