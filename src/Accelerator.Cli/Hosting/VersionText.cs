using System.Reflection;
using System.Runtime.InteropServices;

namespace Accelerator.Cli.Hosting;

/// <summary>The output of <c>ftpx version</c> and <c>ftpx --version</c>.</summary>
internal static class VersionText
{
    /// <summary>The product version, the runtime and the platform in one line.</summary>
    public static string Line { get; } =
        $"ftpx {typeof(VersionText).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion} "
        + $"({RuntimeInformation.FrameworkDescription}, {RuntimeInformation.RuntimeIdentifier})";
}
