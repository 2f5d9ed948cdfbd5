using Accelerator.Jobs.Ledger;

namespace Accelerator.Service.Core;

/// <summary>
/// The mark of the data folder, created at its first use. If a starting service finds its node name taken under the same mark, the earlier
/// run is over, because the folder is locked; any other mark may belong to another computer of the same name.
/// </summary>
internal static class NodeHome
{
    /// <summary>The file in the data folder.</summary>
    public const string FileName = "node";

    private const int Length = 12;

    /// <summary>Returns the mark: twelve hexadecimal digits and a period.</summary>
    /// <exception cref="LedgerException">The folder cannot be written.</exception>
    public static string Of(string data)
    {
        var path = Path.Combine(data, FileName);
        try
        {
            if (File.Exists(path) && File.ReadAllText(path).Trim() is { Length: Length } known && known.All(char.IsAsciiHexDigit))
                return known + ".";
            var mark = Guid.NewGuid().ToString("N")[..Length];
            File.WriteAllText(path, mark + "\n");
            return mark + ".";
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new LedgerException(
                $"The file {path} could not be written: {e.Message} Check that the data folder is writable and its disk has space.",
                isTransient: true, e);
        }
    }
}
