using System.Globalization;
using System.Text;

namespace Accelerator.Loopback;

/// <summary>Directory contents as text.</summary>
internal static class ListingForm
{
    // "ls" shows the year in place of the time for files older than half a year; a fixed rule here, so that listings repeat exactly.
    private static readonly TimeSpan RecentFor = TimeSpan.FromDays(180);

    public static byte[] Of(string verb, IEnumerable<KeyValuePair<string, LoopbackFile?>> entries, DateTimeOffset now)
    {
        var text = new StringBuilder();
        foreach (var (name, file) in entries)
        {
            text.Append(verb switch
            {
                "MLSD" => $"{Facts(file)} {name}",
                "NLST" => name,
                _ => Unix(name, file, now),
            });
            text.Append("\r\n");
        }

        return Encoding.Latin1.GetBytes(text.ToString());
    }

    /// <summary>MLSx facts (RFC 3659 section 7), a directory for null.</summary>
    public static string Facts(LoopbackFile? file) => file is null
        ? $"type=dir;modify={Time(LoopbackTree.DefaultModifiedUtc)};perm=el;"
        : $"type=file;size={file.Size};modify={Time(file.ModifiedUtc)};perm=r;";

    /// <summary>YYYYMMDDHHMMSS in UTC, as MDTM and the modify fact have it.</summary>
    public static string Time(DateTimeOffset time) => time.UtcDateTime.ToString("yyyyMMddHHmmss", CultureInfo.InvariantCulture);

    private static string Unix(string name, LoopbackFile? file, DateTimeOffset now)
    {
        var modified = (file?.ModifiedUtc ?? LoopbackTree.DefaultModifiedUtc).UtcDateTime;
        var recent = modified <= now.UtcDateTime && now.UtcDateTime - modified < RecentFor;
        var date = modified.ToString(recent ? "MMM dd HH:mm" : "MMM dd  yyyy", CultureInfo.InvariantCulture);
        var (rights, links) = file is null ? ("dr-xr-xr-x", 2) : ("-r--r--r--", 1);
        return $"{rights} {links,4} ftp      ftp      {file?.Size ?? 4096,12} {date} {name}";
    }
}
