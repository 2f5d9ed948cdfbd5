using System.Reflection;
using System.Runtime.InteropServices;

namespace Accelerator.Cli.Hosting;

/// <summary>What <c>ftpx version</c> and <c>ftpx --version</c> print.</summary>
internal static class VersionText
{
    /// <summary>Product version, runtime and platform in one line.</summary>
    public static string Line { get; } =
        $"ftpx {typeof(VersionText).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion} "
        + $"({RuntimeInformation.FrameworkDescription}, {RuntimeInformation.RuntimeIdentifier})";
}
