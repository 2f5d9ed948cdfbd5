using System.Reflection;

namespace Accelerator.Service.Core;

/// <summary>The version of this program.</summary>
internal static class ServiceVersion
{
    /// <summary>The version without the commit of the build; empty in a build without a version.</summary>
    public static string Text =>
        typeof(ServiceVersion).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion.Split('+')[0]
            ?? "";
}
