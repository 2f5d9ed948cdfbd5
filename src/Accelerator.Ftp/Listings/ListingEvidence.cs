namespace Accelerator.Ftp.Listings;

/// <summary>Facts that take more than one line of a listing: whether dates begin with the day, and how many spaces pad the names.</summary>
/// <param name="usual">Whether dates of the site begin with the day, as determined by an earlier listing; null if undetermined.</param>
internal sealed class ListingEvidence(bool? usual)
{
    private const int Layouts = (int)NameLayout.AfterTag + 1;

    private readonly int[] _least = [.. Enumerable.Repeat(int.MaxValue, Layouts)];
    private readonly int[] _lines = new int[Layouts];
    private int _fileColumn = int.MaxValue;
    private bool _hasDayFirst;
    private bool _hasMonthFirst;

    /// <summary>
    /// Whether dates begin with the day, as determined by a line of this listing; null if undetermined, or if lines contradict each other.
    /// </summary>
    public bool? DatesDayFirst => _hasDayFirst == _hasMonthFirst ? null : _hasDayFirst;

    private bool HasOrder => _hasDayFirst || _hasMonthFirst;

    /// <summary>Records the evidence of a line.</summary>
    /// <returns>Whether waiting lines may be resolved by it.</returns>
    public bool See(in ParsedLine parsed)
    {
        var hadOrder = HasOrder;
        _hasDayFirst |= parsed.Time?.Order == DayOrder.DayFirst;
        _hasMonthFirst |= parsed.Time?.Order == DayOrder.MonthFirst;
        if (parsed.FileColumn > 0) _fileColumn = Math.Min(_fileColumn, parsed.FileColumn);
        var layout = (int)parsed.Layout;
        _lines[layout]++;
        _least[layout] = Math.Min(_least[layout], Blanks(parsed.Name));
        return HasOrder && !hadOrder;
    }

    /// <summary>Returns whether no later line can change how this one is read.</summary>
    public bool Settles(in ParsedLine parsed) =>
        (parsed.Time?.Order != DayOrder.Open || HasOrder)
        && (parsed.Layout is NameLayout.Exact or NameLayout.AfterDate || Blanks(parsed.Name) == 0);

    /// <summary>Resolves a line with the evidence so far.</summary>
    /// <param name="parsed">Receives its name without padding, and its time in the right order.</param>
    /// <returns>Whether the name has another possible reading.</returns>
    public bool Apply(ref ParsedLine parsed)
    {
        if (parsed.Time is { Order: DayOrder.Open } time && (HasOrder ? DatesDayFirst : usual) is { } isDayFirst)
            parsed.Time = time.InOrder(isDayFirst);
        var blanks = Blanks(parsed.Name);
        if (blanks == 0 || parsed.Layout == NameLayout.Exact) return parsed.IsUncertain;
        var isProven = parsed.Layout is NameLayout.AfterTag or NameLayout.AfterUsualTag && _fileColumn >= parsed.NameStart
            && _fileColumn <= parsed.NameStart + blanks;
        var padding = isProven ? _fileColumn - parsed.NameStart
            : parsed.Layout is NameLayout.AfterDate or NameLayout.AfterUsualTag ? 0
            : Math.Min(_least[(int)parsed.Layout], blanks);
        parsed.Name = parsed.Name[padding..];
        return parsed.IsUncertain || padding < blanks || !(isProven || _lines[(int)parsed.Layout] > 1);
    }

    private static int Blanks(ReadOnlySpan<byte> name) => name.IndexOfAnyExcept((byte)' ') is >= 0 and var first ? first : name.Length;
}
