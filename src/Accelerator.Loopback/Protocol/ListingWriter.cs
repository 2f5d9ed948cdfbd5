using System.Globalization;
using System.Text;
using Accelerator.Loopback.Content;
using Accelerator.Loopback.Settings;

namespace Accelerator.Loopback.Protocol;

/// <summary>Formats directory listings for LIST (Unix or DOS form), NLST and MLSD.</summary>
internal sealed class ListingWriter(LoopbackOptions options, DateTimeOffset now)
{
    // "ls" shows the year in place of the time for files older than half a year. A fixed number of days makes listings repeatable.
    private static readonly TimeSpan RecentFor = TimeSpan.FromDays(180);

    /// <summary>Returns the text that LIST, NLST or MLSD sends, and the number of names in it.</summary>
    public (byte[] Text, int Count) Of(string verb, IEnumerable<LoopbackEntry> entries)
    {
        var text = new StringBuilder();
        var count = 0;
        foreach (var entry in entries.Take(options.MaxListed ?? int.MaxValue))
        {
            text.Append(verb switch
            {
                "MLSD" => $"{Facts(entry)} {entry.Name}",
                "NLST" => entry.Name,
                _ => options.ListForm == LoopbackListForm.Dos ? Dos(entry) : Unix(entry),
            });
            text.Append("\r\n");
            count++;
        }
        return (Encoding.Latin1.GetBytes(text.ToString()), count);
    }

    /// <summary>
    /// Returns the MLSx facts (RFC 3659 section 7). A directory has the same unique fact through every link that leads to it.
    /// </summary>
    public static string Facts(in LoopbackEntry entry) => entry switch
    {
        { Target: { } target } => $"type=OS.unix=slink:{target};modify={Time(entry.ModifiedUtc)};perm=;",
        { File: { } file } => $"type=file;size={file.Size};modify={Time(entry.ModifiedUtc)};perm=r;",
        _ => $"type=dir;modify={Time(entry.ModifiedUtc)};perm=el;unique={Unique(entry.Directory!)};",
    };

    /// <summary>Returns a time as YYYYMMDDHHMMSS in UTC, the form of MDTM and the modify fact.</summary>
    public static string Time(DateTimeOffset time) => time.UtcDateTime.ToString("yyyyMMddHHmmss", CultureInfo.InvariantCulture);

    private static string Unique(string directory) =>
        Convert.ToHexString(System.Security.Cryptography.SHA256.HashData(Encoding.Latin1.GetBytes(directory)), 0, 6);

    private string Unix(in LoopbackEntry entry)
    {
        var modified = entry.ModifiedUtc.UtcDateTime;
        var recent = modified <= now.UtcDateTime && now.UtcDateTime - modified < RecentFor;
        var date = modified.ToString(recent ? "MMM dd HH:mm" : "MMM dd  yyyy", CultureInfo.InvariantCulture);
        if (entry.Target is { } target) return $"lrwxrwxrwx    1 ftp      ftp      {target.Length,12} {date} {entry.Name} -> {target}";
        var (rights, links) = entry.File is null ? ("dr-xr-xr-x", 2) : ("-r--r--r--", 1);
        return $"{rights} {links,4} ftp      ftp      {entry.File?.Size ?? 4096,12} {date} {entry.Name}";
    }

    private static string Dos(in LoopbackEntry entry)
    {
        var date = entry.ModifiedUtc.UtcDateTime.ToString("MM-dd-yy  hh:mmtt", CultureInfo.InvariantCulture);
        if (entry.Target is { } target) return $"{date}       <SYMLINKD>     {entry.Name} [{target}]";
        return entry.File is { } file ? $"{date} {file.Size,20} {entry.Name}" : $"{date}       <DIR>          {entry.Name}";
    }
}
