using System.Runtime.Versioning;
using Accelerator.Jobs.Control;
using Microsoft.Win32;

namespace Accelerator.Jobs.Installing;

/// <summary>
/// The source of the service's entries in Windows' event log. Only administrators may create one, so it is created at installation.
/// </summary>
[SupportedOSPlatform("windows")]
internal static class EventSource
{
    private const string Key = @"SYSTEM\CurrentControlSet\Services\EventLog\Application\" + ServiceNames.EventSource;

    // Next to the program. Without it the event viewer reports that it has no description for an entry, but still shows the entry.
    private const string Messages = "System.Diagnostics.EventLog.Messages.dll";

    // Errors, warnings and information.
    private const int Types = 7;

    /// <summary>Creates the source.</summary>
    public static void Make(string executable)
    {
        using var key = Registry.LocalMachine.CreateSubKey(Key);
        key.SetValue("EventMessageFile", Path.Combine(Path.GetDirectoryName(executable)!, Messages), RegistryValueKind.ExpandString);
        key.SetValue("TypesSupported", Types, RegistryValueKind.DWord);
    }

    /// <summary>Removes the source.</summary>
    public static void Remove() => Registry.LocalMachine.DeleteSubKeyTree(Key, throwOnMissingSubKey: false);
}
