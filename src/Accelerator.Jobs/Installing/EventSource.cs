using System.Runtime.Versioning;
using Accelerator.Jobs.Control;
using Microsoft.Win32;

namespace Accelerator.Jobs.Installing;

/// <summary>
/// The source of the service's entries in Windows' event log. Only administrators may make one, so the service finds it made.
/// </summary>
[SupportedOSPlatform("windows")]
internal static class EventSource
{
    private const string Key = @"SYSTEM\CurrentControlSet\Services\EventLog\Application\" + ServiceNames.EventSource;

    // Beside the program: without it the event viewer says that it has no words for an entry, and shows it all the same.
    private const string Messages = "System.Diagnostics.EventLog.Messages.dll";

    // Errors, warnings and information.
    private const int Types = 7;

    /// <summary>Makes it.</summary>
    public static void Make(string executable)
    {
        using var key = Registry.LocalMachine.CreateSubKey(Key);
        key.SetValue("EventMessageFile", Path.Combine(Path.GetDirectoryName(executable)!, Messages), RegistryValueKind.ExpandString);
        key.SetValue("TypesSupported", Types, RegistryValueKind.DWord);
    }

    /// <summary>Takes it away.</summary>
    public static void Remove() => Registry.LocalMachine.DeleteSubKeyTree(Key, throwOnMissingSubKey: false);
}
