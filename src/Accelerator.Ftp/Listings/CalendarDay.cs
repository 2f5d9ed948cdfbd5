namespace Accelerator.Ftp.Listings;

/// <summary>A day in a listing.</summary>
/// <param name="Date">The day.</param>
/// <param name="Order">What its numbers say of the order of day and month.</param>
internal readonly record struct CalendarDay(DateOnly Date, DayOrder Order);
