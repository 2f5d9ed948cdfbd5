namespace Accelerator.Soak.Tests;

/// <summary>One version of a remote file.</summary>
/// <param name="Content">Its bytes.</param>
/// <param name="Modified">Its time stamp, as MDTM tells it.</param>
/// <param name="Since">Time stamp of the change that made it; 0 for the first.</param>
/// <param name="Sha256">In lower-case hex.</param>
internal sealed record SourceVersion(FileContent Content, string Modified, long Since, string Sha256);
