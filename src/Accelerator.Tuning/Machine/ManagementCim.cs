using System.ComponentModel;
using System.Globalization;
using System.Management;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Accelerator.Tuning.Machine;

/// <summary>
/// CIM of this computer, through System.Management. It needs a file of the .NET Framework that Nano Server and Wine lack: there, all values
/// are unknown.
/// </summary>
[SupportedOSPlatform("windows")]
public sealed class ManagementCim : ICimSource, ICimCaller
{
    public Task<IReadOnlyList<IReadOnlyDictionary<string, string>>> QueryAsync(
        string space, string className, CancellationToken cancellationToken) =>
        Task.Run<IReadOnlyList<IReadOnlyDictionary<string, string>>>(() => Each(space, className, Row), cancellationToken);

    public Task InvokeAsync(string className, string key, string value, string method, CancellationToken cancellationToken) =>
        Task.Run(() => Invoke(className, key, value, method), cancellationToken);

    private static void Invoke(string className, string key, string value, string method)
    {
        var answers = Each(CimSpaces.Network, className, row => string.Equals(row[key] as string, value, StringComparison.OrdinalIgnoreCase)
            ? ((ManagementObject)row).InvokeMethod(method, null) : null);
        var answer = answers.FirstOrDefault(answer => answer is not null)
            ?? throw new CimException($"CIM has no {className} whose {key} is {value}");
        if (Convert.ToUInt32(answer, CultureInfo.InvariantCulture) is not 0 and var code)
            throw new CimException($"{method} of {className} returned {code}");
    }

    private static List<T> Each<T>(string space, string className, Func<ManagementBaseObject, T> take)
    {
        try
        {
            using var searcher = new ManagementObjectSearcher($@"\\.\{space}", $"SELECT * FROM {className}");
            using var found = searcher.Get();
            List<T> taken = [];
            foreach (var row in found)
            {
                using (row) taken.Add(take(row));
            }
            return taken;
        }
        // The last four exceptions mean that CIM is absent: wminet_utils.dll is missing, or the platform has no COM.
        catch (Exception e) when (e is ManagementException or COMException or UnauthorizedAccessException or TypeInitializationException
            or PlatformNotSupportedException or DllNotFoundException or Win32Exception)
        {
            throw new CimException($"CIM does not answer for {className}: {e.Message.Split(". ")[0].TrimEnd('.')}", e);
        }
    }

    private static IReadOnlyDictionary<string, string> Row(ManagementBaseObject row)
    {
        var values = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var property in row.Properties)
        {
            if (property.Value is string[] texts) values[property.Name] = string.Join('\n', texts);
            else if (property.Value is IConvertible value) values[property.Name] = value switch
            {
                bool flag => flag ? "1" : "0",
                _ => value.ToString(CultureInfo.InvariantCulture),
            };
        }
        return values;
    }
}
