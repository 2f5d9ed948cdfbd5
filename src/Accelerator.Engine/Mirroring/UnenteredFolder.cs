using Accelerator.Ftp;

namespace Accelerator.Engine.Mirroring;

/// <summary>A folder that is on the server and was not listed.</summary>
/// <param name="Relative">Its names below the root of the walk.</param>
/// <param name="Why">One sentence.</param>
public sealed record UnenteredFolder(FtpPath Relative, string Why);
