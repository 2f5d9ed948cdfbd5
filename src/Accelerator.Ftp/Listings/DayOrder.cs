namespace Accelerator.Ftp.Listings;

/// <summary>The order of day and month in a date of numbers.</summary>
internal enum DayOrder
{
    /// <summary>The date is unambiguous: it begins with the year, names its month, or has points.</summary>
    Certain,

    /// <summary>The first number is no month: the day comes first here, and so in every line of the listing.</summary>
    DayFirst,

    /// <summary>The second number is no month: the month comes first.</summary>
    MonthFirst,

    /// <summary>Either of the two could be the month. It is read month first, as IIS writes it.</summary>
    Open,
}
