using System.Globalization;
using Accelerator.Engine.Storage;
using Accelerator.Ftp;

namespace Accelerator.Cli.Output;

/// <summary>Formats numbers for people. Sizes in powers of 1024, line rates in decimal bits, as is usual for disks and links.</summary>
internal static class Format
{
    private static readonly string[] Decimal = ["bit/s", "kbit/s", "Mbit/s", "Gbit/s", "Tbit/s"];

    /// <summary><c>1.25 GiB</c>: three digits.</summary>
    public static string Size(double bytes) => ByteText.Size(bytes);

    /// <summary><c>112 MiB/s</c>.</summary>
    public static string Rate(double bytesPerSecond) => ByteText.Rate(bytesPerSecond);

    /// <summary><c>940 Mbit/s</c>.</summary>
    public static string Bits(double bytesPerSecond) => ByteText.Scale(bytesPerSecond * 8, 1000, Decimal);

    /// <summary><c>4.2 s</c> below a minute, then <c>3:05</c>, then <c>1:02:03</c>.</summary>
    public static string Took(TimeSpan time) =>
        time.TotalSeconds < 59.95
            ? time.TotalSeconds.ToString("0.0", CultureInfo.InvariantCulture) + " s"
            : Clock(TimeSpan.FromSeconds(Math.Round(time.TotalSeconds)));

    /// <summary><c>0:07 left</c>, rounded up, so that it never reaches zero too early.</summary>
    public static string Left(TimeSpan time) => Clock(TimeSpan.FromSeconds(Math.Ceiling(time.TotalSeconds))) + " left";

    /// <summary><c>0:07</c>, <c>3:05</c>, <c>1:02:03</c>, <c>3d04h</c>.</summary>
    public static string Clock(TimeSpan time)
    {
        var seconds = (long)Math.Max(0, time.TotalSeconds);
        var (days, hours, minutes) = (seconds / 86400, seconds / 3600 % 24, seconds / 60 % 60);
        if (days > 0) return $"{days}d{hours:00}h";
        return hours > 0 ? $"{hours}:{minutes:00}:{seconds % 60:00}" : $"{minutes}:{seconds % 60:00}";
    }

    /// <summary><c>1 stream</c>, <c>8 streams</c>, <c>12,345 files</c>.</summary>
    public static string Count(long count, string noun) => CountText.Of(count, noun);

    /// <summary><c>12,345</c>.</summary>
    public static string Number(long number) => CountText.Number(number);
}
