using System.Text;
using Accelerator.Cli.Hosting;
using Accelerator.Ftp;

namespace Accelerator.Cli.Addresses;

/// <summary>
/// The file given by <c>--input-file</c>: one address per line, an optional local name after the first blank, and comment lines with
/// <c>#</c>.
/// </summary>
internal static class AddressList
{
    /// <summary>Larger than any batch; a file above this limit is the wrong file.</summary>
    public const int MostLines = 1_000_000;

    private const int LongestLine = 8192;

    /// <summary>Reads the list.</summary>
    /// <param name="file">A path, or <c>-</c> for standard input.</param>
    /// <param name="environment">Supplies the current folder and standard input.</param>
    /// <exception cref="UsageException">The list cannot be read or contains no URL.</exception>
    public static IReadOnlyList<ListedAddress> Read(string file, ProcessEnvironment environment)
    {
        try
        {
            using var reader = file == "-"
                ? environment.OpenIn() : new StreamReader(Path.GetFullPath(file, environment.Folder), Encoding.UTF8);
            var entries = Parse(reader, file == "-" ? "standard input" : file);
            return entries.Count > 0 ? entries : throw new UsageException($"{SafeText.Escape(file)} contains no URL.");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            // For a folder the system reports that access is denied.
            throw new UsageException(e is UnauthorizedAccessException && Directory.Exists(Path.GetFullPath(file, environment.Folder))
                ? $"--input-file: {SafeText.Escape(file)} is a folder, not a file."
                : $"The URL list cannot be read: {SafeText.Escape(e.Message)}");
        }
    }

    private static List<ListedAddress> Parse(TextReader reader, string name)
    {
        var entries = new List<ListedAddress>();
        for (var number = 1; reader.ReadLine() is { } line; number++)
        {
            var where = $"{SafeText.Escape(name)}, line {number}: ";
            if (line.Length > LongestLine || number > MostLines)
                throw new UsageException(
                    $"{where}the URL list is too long (at most {LongestLine} characters a line, {MostLines} lines).");

            line = line.Trim();
            if (line.Length == 0 || line[0] == '#') continue;
            var blank = line.AsSpan().IndexOfAny(' ', '\t');
            entries.Add(blank < 0
                ? new ListedAddress(line, null, where)
                : new ListedAddress(line[..blank], line[(blank + 1)..].Trim(), where));
        }
        return entries;
    }
}
