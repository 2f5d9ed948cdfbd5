using System.Globalization;

namespace Accelerator.Loopback.Content;

/// <summary>Numbered files of equal length, created on demand: a directory of a hundred thousand costs nothing.</summary>
internal sealed class FileSeries(int count, long length)
{
    private const string Head = "file-";
    private const string Tail = ".dat";

    /// <summary>All names, in byte order.</summary>
    public IEnumerable<string> Names => Enumerable.Range(1, count).Select(NameOf);

    public static string NameOf(int number) => $"{Head}{number.ToString("0000000", CultureInfo.InvariantCulture)}{Tail}";

    /// <summary>Returns the file of a name; null if it is not in the series.</summary>
    public LoopbackFile? Find(string name) =>
        name.StartsWith(Head, StringComparison.Ordinal) && name.EndsWith(Tail, StringComparison.Ordinal)
        && int.TryParse(name.AsSpan(Head.Length, Math.Max(0, name.Length - Head.Length - Tail.Length)), NumberStyles.None,
            CultureInfo.InvariantCulture, out var number)
        && number >= 1 && number <= count && NameOf(number) == name
            ? new LoopbackFile(FileContent.Synthetic(length, number), LoopbackTree.DefaultModifiedUtc)
            : null;
}
