using Accelerator.Ftp.Tests.Control;

namespace Accelerator.Ftp.Tests.Listings;

/// <summary>A listing as a server sends it, and its expected result. <c>corpora/README.md</c> describes the format of the files.</summary>
internal sealed class Corpus
{
    private static readonly string Folder = Path.Combine(AppContext.BaseDirectory, "Listings", "corpora");

    private readonly List<byte[]> _lines = [];
    private readonly List<string> _reply = [];
    private readonly List<string> _expected = [];
    private readonly Dictionary<string, string> _settings = new()
    {
        ["command"] = "LIST", ["now"] = "2026-01-02T03:04:05", ["charset"] = "utf-8", ["ends"] = "CRLF", ["last"] = "ended", ["form"] = "", ["doubts"] = "",
        ["unread"] = "0", ["refused"] = "0", ["hides"] = "nothing", ["folder"] = "",
    };

    private Corpus(IEnumerable<string> lines)
    {
        foreach (var line in lines.Where(line => line.Length > 0 && line[0] != '#')) Take(line);
    }

    /// <summary>The names of all corpora.</summary>
    public static IEnumerable<string> Names => Directory.GetFiles(Folder, "*.txt").Select(file => Path.GetFileNameWithoutExtension(file)).Order();

    /// <summary>The expected result in the file, in the format of <see cref="Read"/>.</summary>
    public string Expected => string.Join('\n', _expected.Append(
        $"form {_settings["form"]}, unread {_settings["unread"]}, refused {_settings["refused"]}, hides {_settings["hides"]}, doubts {_settings["doubts"]}".TrimEnd()));

    /// <summary>LIST, MLSD or NLST.</summary>
    public string Command => _settings["command"];

    /// <summary>The time at which the listing was requested.</summary>
    public DateTimeOffset Now => DateTimeOffset.Parse(_settings["now"] + "Z", CultureInfo.InvariantCulture);

    /// <summary>The charset of the listing's names.</summary>
    public string Charset => _settings["charset"];

    /// <summary>The lines of the server's final reply; empty for the usual reply.</summary>
    public IReadOnlyList<string> Reply => _reply;

    /// <summary>The lines without their line ends; empty lines are omitted.</summary>
    public IEnumerable<byte[]> Lines => _lines.Where(line => line.Length > 0);

    /// <summary>The bytes as they arrive over the data connection.</summary>
    public byte[] Bytes
    {
        get
        {
            byte[] end = _settings["ends"] switch { "CR" => [13], "LF" => [10], "CRCRLF" => [13, 13, 10], _ => [13, 10] };
            var bytes = _lines.SelectMany((line, i) => i == _lines.Count - 1 && _settings["last"] == "open" ? line : [.. line, .. end]);
            return [.. bytes];
        }
    }

    public static Corpus Load(string name) => new(File.ReadLines(Path.Combine(Folder, name + ".txt")));

    /// <summary>Reads the listing with the reader, split in one of three ways.</summary>
    /// <returns>The entries, one per line, with a last line for the remaining results; and the bytes of every name.</returns>
    public (string Text, IReadOnlyList<byte[]> Names) Read(Fragmentation fragmentation)
    {
        var command = Command switch { "MLSD" => ListingCommand.Mlsd, "NLST" => ListingCommand.Nlst, _ => ListingCommand.List };
        using var reader = new ListingReader(command, FtpCharsets.Find(Charset)!, Now, maxLines: 1000, SessionProfile.UsualListing, Encoding.ASCII.GetBytes(_settings["folder"]));
        var entries = new List<ListingEntry>();
        foreach (var piece in PiecewiseStream.Cut(Bytes, fragmentation)) Feed(reader, piece, entries.Add);
        reader.End();
        while (reader.TryRead(out var entry)) entries.Add(entry);
        var reply = _reply.Count == 0 ? new FtpReply(226, ["Transfer complete."]) : new FtpReply(int.Parse(_reply[^1][..3]), [.. _reply.Select(line => line[4..])]);
        return (Describe(entries, reader.Sum(Command, reply)), [.. entries.Select(entry => entry.Name.Bytes.ToArray())]);
    }

    /// <summary>Returns all entries that a reader parses from bytes passed in pieces of the given length.</summary>
    public static List<ListingEntry> ReadAll(ListingReader reader, byte[] bytes, int piece = int.MaxValue)
    {
        var entries = new List<ListingEntry>();
        Feed(reader, bytes, entries.Add, piece);
        reader.End();
        while (reader.TryRead(out var entry)) entries.Add(entry);
        return entries;
    }

    /// <summary>Passes bytes to a reader in pieces of the given length, until the reader needs no more.</summary>
    public static void Feed(ListingReader reader, ReadOnlyMemory<byte> bytes, Action<ListingEntry> take, int piece = int.MaxValue)
    {
        for (var rest = bytes; !rest.IsEmpty && !reader.IsCut;)
        {
            var free = reader.Free;
            Assert.False(free.IsEmpty, "There is no room for more.");
            var count = Math.Min(Math.Min(free.Length, rest.Length), piece);
            rest[..count].CopyTo(free);
            rest = rest[count..];
            reader.Arrived(count);
            while (reader.TryRead(out var entry)) take(entry);
        }
    }

    private static string Describe(IEnumerable<ListingEntry> entries, ListingOutcome outcome)
    {
        var doubts = string.Join(' ', outcome.Doubts.Select(doubt => doubt.Kind));
        var summary = $"form {outcome.Form}, unread {outcome.UnreadLines}, refused {outcome.RefusedNames}, hides {(outcome.ShowsDotNames ? "nothing" : "dots")}, doubts {doubts}";
        return string.Join('\n', entries.Select(Describe).Append(summary.TrimEnd()));
    }

    private static string Describe(ListingEntry entry)
    {
        var size = entry.Size?.ToString(CultureInfo.InvariantCulture) ?? "-";
        var time = entry.Time is { } told ? told.ToString().Replace(' ', 'T') + (told.IsYearInferred ? "~" : "") + (told.IsOrderOpen ? "?" : "") : "-";
        var target = entry.Target is null ? "" : $" -> \"{entry.Target}\"";
        var unique = entry.Unique is null ? "" : $" unique {entry.Unique}";
        return $"{entry.Kind.ToString().ToLowerInvariant()} {size} {time} {entry.Permissions ?? "-"} \"{entry.Name}\"{target}{unique}";
    }

    private void Take(string line)
    {
        if (line.StartsWith("< ", StringComparison.Ordinal)) _lines.Add(Unescape(line[2..]));
        else if (line == "<") _lines.Add([]);
        else if (line.StartsWith("= ", StringComparison.Ordinal)) _expected.Add(line[2..]);
        else if (line.StartsWith("reply: ", StringComparison.Ordinal)) _reply.Add(line[7..]);
        else
        {
            var colon = line.IndexOf(": ", StringComparison.Ordinal);
            Assert.True(colon > 0 && _settings.ContainsKey(line[..colon]), $"\"{line}\" is no line of a corpus.");
            _settings[line[..colon]] = line[(colon + 2)..];
        }
    }

    private static byte[] Unescape(string text)
    {
        var bytes = new List<byte>();
        for (var i = 0; i < text.Length; i++)
        {
            if (text[i] == '\\' && text[i + 1] == 'x')
            {
                bytes.Add(Convert.ToByte(text.Substring(i + 2, 2), 16));
                i += 3;
            }
            else if (text[i] == '\\') bytes.Add((byte)text[++i]);
            else bytes.AddRange(Encoding.UTF8.GetBytes(text, i, 1));
        }
        return [.. bytes];
    }
}
