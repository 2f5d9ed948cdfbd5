namespace Accelerator.Ftp.Listings;

/// <summary>The meaning of the spaces in front of a name.</summary>
internal enum NameLayout
{
    /// <summary>There are none, or the form defines them.</summary>
    Exact,

    /// <summary>Part of the name: one space ends the column before it, and servers of this kind do not pad. Kept, and doubtful.</summary>
    AfterDate,

    /// <summary>
    /// After a year that one space separates from its day (<c>Apr 10 2003 name</c>): VMS servers pad the year to five characters.
    /// </summary>
    AfterShortYear,

    /// <summary>After a date without a time (<c>2004.07.15   name</c>).</summary>
    AfterDayOnly,

    /// <summary>
    /// After <c>&lt;DIR&gt;</c> in the column of IIS and dir, but further right: part of the name, unless names of files begin as far
    /// right.
    /// </summary>
    AfterUsualTag,

    /// <summary>After <c>&lt;DIR&gt;</c> in another column: Windows CE and similar systems.</summary>
    AfterTag,
}
