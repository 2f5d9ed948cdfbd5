using System.Reflection;

namespace Accelerator.Service.Core;

/// <summary>The version of this program.</summary>
internal static class ServiceVersion
{
    /// <summary>The version without the build's commit; empty in a build that has none.</summary>
    public static string Text =>
        typeof(ServiceVersion).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion.Split('+')[0]
            ?? "";
}
