using Accelerator.Jobs.Ledger;

namespace Accelerator.Service.Core;

/// <summary>
/// The data folder's own mark, made at its first use. A start that finds its node's name taken by a start with the same mark knows that one
/// to be over, because the folder is locked; any other may be another computer of the same name.
/// </summary>
internal static class NodeHome
{
    /// <summary>The file in the data folder.</summary>
    public const string FileName = "node";

    private const int Length = 12;

    /// <summary>The mark, twelve digits and a point.</summary>
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
                $"The file {path} could not be written: {e.Message} See that the data folder can be written and its disk has room.",
                isTransient: true, e);
        }
    }
}
