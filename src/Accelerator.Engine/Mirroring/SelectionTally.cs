using Accelerator.Ftp;

namespace Accelerator.Engine.Mirroring;

/// <summary>Counts the decisions of a <see cref="FileFilter"/>, and says which files were skipped, and which were in doubt.</summary>
internal sealed class SelectionTally
{
    private static readonly (FileChoice Choice, string Why)[] Reasons =
    [
        (FileChoice.Name, "by name (--include, --exclude)"), (FileChoice.TooSmall, "smaller than --min-size"),
        (FileChoice.UnknownSize, "of unknown size (--min-size)"), (FileChoice.TooLarge, "larger than --max-size"),
        (FileChoice.TooOld, "not newer than --newer-than"), (FileChoice.TooNew, "not older than --older-than"),
    ];

    private readonly long[] _counts = new long[Enum.GetValues<FileChoice>().Length];

    /// <summary>Files that are not selected.</summary>
    public long Skipped => Reasons.Sum(reason => Count(reason.Choice));

    /// <summary>Counts a decision.</summary>
    /// <returns>Whether the file is selected.</returns>
    public bool Add(FileChoice choice)
    {
        _counts[(int)choice]++;
        return FileFilter.IsSelected(choice);
    }

    /// <summary>Returns the sentence about one file that is not selected.</summary>
    /// <param name="name">Its name, safe to print.</param>
    /// <param name="choice">The decision.</param>
    public static string Sentence(string name, FileChoice choice) =>
        $"{name} skipped: {Reasons.Single(reason => reason.Choice == choice).Why}.";

    /// <summary>Returns a sentence for each kind of file about which the server does not tell enough.</summary>
    public IEnumerable<string> Doubts()
    {
        if (Count(FileChoice.UnknownSize) is > 0 and var small)
            yield return $"{CountText.Of(small, "file")} skipped, because the server lists no size (--min-size).";
        foreach (var sentence in Included()) yield return sentence;
    }

    /// <summary>Returns a sentence about all skipped files, and one about those that were included in doubt.</summary>
    public IEnumerable<string> Sentences()
    {
        var parts = Reasons.Where(reason => Count(reason.Choice) > 0)
            .Select(reason => $"{CountText.Number(Count(reason.Choice))} {reason.Why}");
        if (Skipped > 0) yield return $"{CountText.Of(Skipped, "file")} skipped: {string.Join(", ", parts)}.";
        foreach (var sentence in Included()) yield return sentence;
    }

    private IEnumerable<string> Included()
    {
        if (Count(FileChoice.SelectedInDoubt) is > 0 and var open)
            yield return $"{CountText.Of(open, "file")} included, although the server lists no size or no time.";
    }

    private long Count(FileChoice choice) => _counts[(int)choice];
}
