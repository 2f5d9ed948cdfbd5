namespace Accelerator.Cli.Service;

/// <summary>The commands of <c>ftpx service</c>.</summary>
internal enum ServiceVerb
{
    Status,
    Install,
    Configure,
    Uninstall,
    Start,
    Stop,
    Pause,
    Continue,
    Reload,
}
