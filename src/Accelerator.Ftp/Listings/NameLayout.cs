namespace Accelerator.Ftp.Listings;

/// <summary>What the blanks in front of a name may be.</summary>
internal enum NameLayout
{
    /// <summary>There are none, or the form says what they are.</summary>
    Exact,

    /// <summary>The name's own: one blank ends the column before it, and servers of this kind do not pad. Kept, and doubtful.</summary>
    AfterDate,

    /// <summary>
    /// Behind a year that one blank separates from its day (<c>Apr 10 2003 name</c>): VMS servers pad the year to five places.
    /// </summary>
    AfterShortYear,

    /// <summary>Behind a date without a time (<c>2004.07.15   name</c>).</summary>
    AfterDayOnly,

    /// <summary>
    /// Behind <c>&lt;DIR&gt;</c> where IIS and dir have it, but further right: the name's own, unless names of files begin as far right.
    /// </summary>
    AfterUsualTag,

    /// <summary>Behind <c>&lt;DIR&gt;</c> in another column: Windows CE and its like.</summary>
    AfterTag,
}
