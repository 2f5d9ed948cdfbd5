namespace Accelerator.Jobs.Control;

/// <summary>An exit code of <c>ftpxd</c>.</summary>
/// <param name="Value">The code that the parent process sees; Windows' service manager gets it as the service-specific error code.</param>
/// <param name="Name">A short, stable name.</param>
/// <param name="Meaning">One sentence.</param>
public sealed record ServiceExit(int Value, string Name, string Meaning);
