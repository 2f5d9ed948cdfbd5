using Accelerator.Ftp;

namespace Accelerator.Engine.Mirroring;

/// <summary>A folder on the server that was not listed.</summary>
/// <param name="Relative">Its names below the root of the walk.</param>
/// <param name="Why">One sentence.</param>
public sealed record UnenteredFolder(FtpPath Relative, string Why);
