using System.Globalization;
using System.Net;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using Accelerator.Ftp;
using Accelerator.Ftp.Listings;

namespace Accelerator.Gateway.Http;

/// <summary>A folder of a server, as a page and as JSON. Names are hostile: they are escaped wherever they stand.</summary>
/// <param name="Server">The server, as people read it.</param>
/// <param name="Prefix">The beginning of all links: <c>/</c>, or <c>/host:port/</c>.</param>
/// <param name="Folder">The folder; empty for the login folder.</param>
/// <param name="Entries">Its entries.</param>
/// <param name="AreAll">Whether these are all.</param>
internal sealed record FolderPage(string Server, string Prefix, FtpPath Folder, IReadOnlyList<ListingEntry> Entries, bool AreAll)
{
    private const string Style = "body{font:15px system-ui,sans-serif;margin:2em}table{border-collapse:collapse}"
        + "td,th{padding:.2em 1.5em .2em 0;text-align:left}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}"
        + "@media(prefers-color-scheme:dark){body{background:#111;color:#ddd}a{color:#8bf}}";

    /// <summary>The hash of the page's style, for the content security policy.</summary>
    public static string StyleHash { get; } = Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(Style)));

    /// <summary>Returns the paths of the files and links, in the page's order.</summary>
    /// <param name="most">The most paths.</param>
    public IReadOnlyList<FtpPath> Files(int most) =>
        [.. Sorted().Where(entry => entry.Kind != EntryKind.Folder).Take(most).Select(entry => Folder.Child(entry.Name))];

    /// <summary>Returns the page in UTF-8.</summary>
    public byte[] Html()
    {
        var title = Text($"{Server}/{Folder.Text}");
        var page = new StringBuilder($"<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>");
        // An icon of its own, so that browsers do not ask the server for /favicon.ico.
        page.Append("<link rel=\"icon\" href=\"data:,\">");
        page.Append("<meta name=\"viewport\" content=\"width=device-width\"><style>").Append(Style).Append("</style></head>\n");
        page.Append(CultureInfo.InvariantCulture, $"<body><h1>{title}</h1>\n");
        if (!AreAll) page.Append("<p role=\"alert\">This listing is not complete.</p>\n");
        page.Append("<table><thead><tr><th>Name</th><th class=\"n\">Size</th><th>Modified</th></tr></thead><tbody>\n");
        if (Folder.WithoutEnd() is { IsEmpty: false } path && path.Name.Length > 0)
        {
            page.Append(
                CultureInfo.InvariantCulture, $"<tr><td><a href=\"{LinkTo(path.Split().Folder, isFolder: true)}\">..</a></td></tr>\n");
        }
        foreach (var entry in Sorted()) AppendRow(page, entry);
        return Encoding.UTF8.GetBytes(page.Append("</tbody></table></body></html>\n").ToString());
    }

    /// <summary>Returns the folder as JSON in UTF-8.</summary>
    public byte[] Json()
    {
        using var bytes = new MemoryStream();
        using (var json = new Utf8JsonWriter(bytes))
        {
            json.WriteStartObject();
            json.WriteString("server", Server);
            json.WriteString("path", Folder.Text);
            json.WriteBoolean("complete", AreAll);
            json.WriteStartArray("entries");
            foreach (var entry in Sorted())
            {
                json.WriteStartObject();
                json.WriteString("name", entry.Name.Text);
                json.WriteString("kind", entry.Kind.ToString().ToLowerInvariant());
                if (entry.Size is { } size) json.WriteNumber("size", size);
                if (entry.Time is { } time) json.WriteString("modified", Time(time));
                json.WriteString("href", LinkTo(entry));
                json.WriteEndObject();
            }
            json.WriteEndArray();
            json.WriteEndObject();
        }
        return bytes.ToArray();
    }

    private void AppendRow(StringBuilder page, ListingEntry entry)
    {
        var name = Text(entry.Name.Text) + (entry.Kind == EntryKind.Folder ? "/" : "");
        var size = entry.Size is { } bytes ? bytes.ToString("N0", CultureInfo.InvariantCulture) : "";
        var time = entry.Time is { } modified ? Time(modified) : "";
        page.Append(
            CultureInfo.InvariantCulture,
            $"<tr><td><a href=\"{LinkTo(entry)}\">{name}</a></td><td class=\"n\">{size}</td><td>{time}</td></tr>\n");
    }

    private IEnumerable<ListingEntry> Sorted() =>
        Entries.OrderBy(entry => entry.Kind != EntryKind.Folder).ThenBy(entry => entry.Name.Text, StringComparer.Ordinal);

    private string LinkTo(ListingEntry entry) => LinkTo(Folder.Child(entry.Name), entry.Kind == EntryKind.Folder);

    // A link that begins with two slashes leads to another host: the slash of the root is escaped.
    private string LinkTo(FtpPath path, bool isFolder)
    {
        var text = FtpUrl.Escape(path);
        if (path.IsAbsolute) text = "%2F" + text[1..];
        return Prefix + text + (isFolder && text is not ("" or "%2F") ? "/" : "");
    }

    private static string Time(ListingTime time) =>
        time.Clock.ToString(time.IsUtc ? "yyyy-MM-ddTHH:mm:ssZ" : "yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture);

    private static string Text(string text) => WebUtility.HtmlEncode(SafeText.Escape(text));
}
