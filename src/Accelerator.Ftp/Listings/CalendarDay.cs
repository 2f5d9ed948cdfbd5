namespace Accelerator.Ftp.Listings;

/// <summary>A day in a listing.</summary>
/// <param name="Date">The day.</param>
/// <param name="Order">The order of day and month, as far as the numbers show it.</param>
internal readonly record struct CalendarDay(DateOnly Date, DayOrder Order);
