using Accelerator.Engine.Sources;
using Accelerator.Ftp;

namespace Accelerator.Cli.Script;

/// <summary>One file that get or mget wants.</summary>
/// <param name="Path">Its name on the server.</param>
/// <param name="Target">Full path here.</param>
/// <param name="Facts">What a listing told; null where there was none.</param>
internal sealed record ScriptFile(FtpPath Path, string Target, ListedFacts? Facts);
