namespace Accelerator.Jobs.Definitions;

/// <summary>When and how the network path to a server is measured.</summary>
/// <param name="Every">The interval. Default 30 minutes, at least 1 minute.</param>
/// <param name="Duration">The duration of the load. Default 5 s, 1 to 60 s.</param>
/// <param name="MostBytes">The bytes after which the load ends. Default 256 MiB.</param>
/// <param name="AlarmBelow">The percentage of the median of a week below which goodput is an alarm; 0 for none. Default 50.</param>
public sealed record MeasureRule(TimeSpan Every, TimeSpan Duration, long MostBytes, int AlarmBelow)
{
    internal const int UsualSeconds = 5, MostSeconds = 60, UsualAlarm = 50;

    internal const long UsualBytes = 256L << 20;

    internal static readonly TimeSpan UsualEvery = TimeSpan.FromMinutes(30), LeastEvery = TimeSpan.FromMinutes(1);
}
