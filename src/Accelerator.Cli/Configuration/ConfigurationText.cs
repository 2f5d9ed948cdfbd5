using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace Accelerator.Cli.Configuration;

/// <summary>
/// Changes one server in the text of a configuration file. Comments, order and layout of everything else stay as the user wrote them.
/// </summary>
internal static class ConfigurationText
{
    private const string Step = "  ";

    private static ReadOnlySpan<byte> Mark => [0xef, 0xbb, 0xbf];

    /// <summary>Returns the text with this server, in the place of one with the same name or after the others.</summary>
    /// <param name="text">A valid configuration file, or an empty one.</param>
    /// <param name="server">The server.</param>
    public static byte[] With(ReadOnlySpan<byte> text, NamedServer server)
    {
        if (text.Trim(" \t\r\n"u8).IsEmpty) text = "{}\n"u8;
        var end = text.IndexOf("\r\n"u8) >= 0 ? "\r\n" : "\n";
        var (root, servers) = Find(text);
        if (servers is null)
        {
            var (inner, outer) = (Step + Step, Step);
            var whole = $"{Quote(ConfigurationReader.ServersKey)}: {{{end}{inner}{Write(server, inner, end)}{end}{outer}}}";
            // The key may be there with the value null.
            return root.Members.FirstOrDefault(member => member.Name == ConfigurationReader.ServersKey) is { } absent
                ? Splice(text, absent.Start, absent.End, whole) : Insert(text, root, outer, whole, end);
        }
        return servers.Members.FirstOrDefault(member => member.Name == server.Name) is { } old
            ? Splice(text, old.Start, old.End, Write(server, Step + Step, end))
            : Insert(text, servers, Step + Step, Write(server, Step + Step, end), end);
    }

    /// <summary>Returns the text without the server of this name.</summary>
    /// <param name="text">A valid configuration file that has the server.</param>
    /// <param name="name">The name.</param>
    public static byte[] Without(ReadOnlySpan<byte> text, string name)
    {
        var servers = Find(text).Servers!;
        var index = servers.Members.FindIndex(member => member.Name == name);
        var member = servers.Members[index];
        var commas = Commas(text);
        var next = index + 1 < servers.Members.Count ? servers.Members[index + 1].Start : servers.Close;
        if (commas.Find(at => at >= member.End && at < next) is > 0 and var comma)
        {
            // A comment between the member and its comma stays.
            return BlanksAfter(text, member.End) == comma - member.End
                ? Splice(text, member.Start, comma + 1 + BlanksAfter(text, comma + 1), "")
                : Splice(Splice(text, comma, comma + 1, ""), member.Start, member.End, "");
        }
        // The line end before the member may end a comment, so it goes only if another one follows the member.
        var isLastOfLine = text[member.End..].TrimStart(" \t"u8) is [(byte)'\r' or (byte)'\n', ..];
        var without = Splice(text, isLastOfLine ? member.Start - BlanksBefore(text, member.Start) : member.Start, member.End, "");
        if (index == 0) return without;
        // Without the comma before it, the file stays JSON for strict readers.
        var before = commas.FindLast(at => at < member.Start);
        return Splice(without, before, before + 1, "");
    }

    private static string Write(NamedServer server, string indent, string end)
    {
        var members = server.Settings.Values.Prepend(KeyValuePair.Create(ConfigurationReader.UrlKey, server.Url))
            .Select(member => $"{end}{indent}{Step}{Quote(member.Key)}: {Quote(member.Value)}");
        return $"{Quote(server.Name)}: {{{string.Join(',', members)}{end}{indent}}}";
    }

    // The file is UTF-8 and not part of a page, so names stay readable.
    private static string Quote(string text) => $"\"{JsonEncodedText.Encode(text, JavaScriptEncoder.UnsafeRelaxedJsonEscaping)}\"";

    private static byte[] Insert(ReadOnlySpan<byte> text, Braces into, string indent, string member, string end)
    {
        if (into.Members is [.., var last]) return Splice(text, last.End, last.End, $",{end}{indent}{member}");
        var isBlank = text[into.Open..into.Close].Trim(" \t\r\n"u8).IsEmpty;
        return isBlank
            ? Splice(text, into.Open, into.Close, $"{end}{indent}{member}{end}{indent[Step.Length..]}")
            : Splice(text, into.Open, into.Open, $"{end}{indent}{member}");
    }

    private static byte[] Splice(ReadOnlySpan<byte> text, int start, int end, string by) =>
        [.. text[..start], .. Encoding.UTF8.GetBytes(by), .. text[end..]];

    private static int BlanksAfter(ReadOnlySpan<byte> text, int at) => text.Length - at - text[at..].TrimStart(" \t\r\n"u8).Length;

    private static int BlanksBefore(ReadOnlySpan<byte> text, int at) => at - text[..at].TrimEnd(" \t\r\n"u8).Length;

    // The reader has no token for a comma: each one is in the gap between two tokens, of which comments are some here.
    private static List<int> Commas(ReadOnlySpan<byte> text)
    {
        var shift = text.StartsWith(Mark) ? Mark.Length : 0;
        var json = new Utf8JsonReader(
            text[shift..], new JsonReaderOptions { CommentHandling = JsonCommentHandling.Allow, AllowTrailingCommas = true });
        var commas = new List<int>();
        for (var end = shift; json.Read(); end = shift + checked((int)json.BytesConsumed))
        {
            if (text[end..(shift + checked((int)json.TokenStartIndex))].IndexOf((byte)',') is >= 0 and var at) commas.Add(end + at);
        }
        return commas;
    }

    // Finds the members of the file's object and of its servers, by their offsets in the text.
    private static (Braces Root, Braces? Servers) Find(ReadOnlySpan<byte> text)
    {
        var shift = text.StartsWith(Mark) ? Mark.Length : 0;
        var json = new Utf8JsonReader(
            text[shift..], new JsonReaderOptions { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true });
        json.Read();
        Braces? servers = null;
        var root = Members(ref json, shift, (ref Utf8JsonReader value, string name) =>
        {
            if (name == ConfigurationReader.ServersKey && value.TokenType == JsonTokenType.StartObject)
                servers = Members(ref value, shift, static (ref Utf8JsonReader inner, string _) => inner.Skip());
            else
                value.Skip();
        });
        return (root, servers);
    }

    private static Braces Members(ref Utf8JsonReader json, int shift, ReadMember read)
    {
        var open = shift + checked((int)json.BytesConsumed);
        var members = new List<Member>();
        while (json.Read() && json.TokenType == JsonTokenType.PropertyName)
        {
            var (name, start) = (json.GetString()!, shift + checked((int)json.TokenStartIndex));
            json.Read();
            read(ref json, name);
            members.Add(new Member(name, start, shift + checked((int)json.BytesConsumed)));
        }
        return new Braces(open, shift + checked((int)json.TokenStartIndex), members);
    }

    private delegate void ReadMember(ref Utf8JsonReader value, string name);

    /// <summary>An object of the text: the offsets after its opening brace and of its closing one, and its members.</summary>
    private sealed record Braces(int Open, int Close, List<Member> Members);

    private sealed record Member(string Name, int Start, int End);
}
