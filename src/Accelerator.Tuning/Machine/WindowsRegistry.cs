using System.Globalization;
using System.Runtime.Versioning;
using System.Security;
using Microsoft.Win32;

namespace Accelerator.Tuning.Machine;

/// <summary>The registry below a key of this computer: HKEY_LOCAL_MACHINE, or a stand-in for it.</summary>
/// <param name="root">The hive; owned by the caller.</param>
/// <param name="below">A path below the hive that serves as its root; empty for the hive itself.</param>
[SupportedOSPlatform("windows")]
public sealed class WindowsRegistry(RegistryKey root, string below = "") : IRegistry
{
    /// <summary>HKEY_LOCAL_MACHINE as 64-bit programs see it.</summary>
    public static WindowsRegistry OfThisComputer() => new(RegistryKey.OpenBaseKey(RegistryHive.LocalMachine, RegistryView.Registry64));

    public string? Read(string key, string name)
    {
        using var opened = Open(key);
        return opened?.GetValue(name, null, RegistryValueOptions.DoNotExpandEnvironmentNames) switch
        {
            null => null,
            int number => ((uint)number).ToString(CultureInfo.InvariantCulture),
            long number => ((ulong)number).ToString(CultureInfo.InvariantCulture),
            string text => text,
            var other => other.ToString(),
        };
    }

    public bool HasKey(string key)
    {
        using var opened = Open(key);
        return opened is not null;
    }

    public IReadOnlyList<string> Subkeys(string key)
    {
        using var opened = Open(key);
        return opened?.GetSubKeyNames() ?? [];
    }

    public IReadOnlyList<string> Names(string key)
    {
        using var opened = Open(key);
        return opened?.GetValueNames() ?? [];
    }

    public void SetNumber(string key, string name, uint value) => Set(key, name, unchecked((int)value), RegistryValueKind.DWord);

    public void SetText(string key, string name, string value) => Set(key, name, value, RegistryValueKind.String);

    public void Delete(string key, string name)
    {
        using var opened = Open(key, isWritten: true);
        opened?.DeleteValue(name, throwOnMissingValue: false);
    }

    private void Set(string key, string name, object value, RegistryValueKind kind)
    {
        try
        {
            using var opened = root.CreateSubKey(Full(key), writable: true);
            opened.SetValue(name, value, kind);
        }
        catch (SecurityException e)
        {
            throw new UnauthorizedAccessException(e.Message, e);
        }
    }

    private RegistryKey? Open(string key, bool isWritten = false)
    {
        try
        {
            return root.OpenSubKey(Full(key), isWritten);
        }
        catch (SecurityException e)
        {
            throw new UnauthorizedAccessException(e.Message, e);
        }
    }

    private string Full(string key) => below.Length == 0 ? key : $"{below}\\{key}";
}
