namespace Accelerator.Jobs.Control;

/// <summary>One exit code of <c>ftpxd</c>.</summary>
/// <param name="Value">What its parent sees; to Windows' list of services it is told as the service's own error code.</param>
/// <param name="Name">Short name, stable.</param>
/// <param name="Meaning">One sentence.</param>
public sealed record ServiceExit(int Value, string Name, string Meaning);
