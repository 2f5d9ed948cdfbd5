using System.Text.Json;

namespace Accelerator.Jobs.Definitions;

/// <summary>
/// Reads JSON with line numbers. Comments and trailing commas are allowed, as in other files that people edit.
/// </summary>
internal ref struct LocatedJson
{
    private static ReadOnlySpan<byte> Mark => [0xef, 0xbb, 0xbf];

    private readonly ReadOnlySpan<byte> _text;
    private Utf8JsonReader _json;
    private int _counted;
    private int _line = 1;

    private LocatedJson(ReadOnlySpan<byte> text)
    {
        // Windows editors write a byte order mark before UTF-8.
        _text = text.StartsWith(Mark) ? text[Mark.Length..] : text;
        _json = new Utf8JsonReader(_text, new JsonReaderOptions { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true });
    }

    /// <summary>Reads a complete text.</summary>
    /// <returns>Its value, or the reason why it is not JSON.</returns>
    public static (LocatedNode? Node, JobFileProblem? Problem) Read(ReadOnlySpan<byte> text)
    {
        var walk = new LocatedJson(text);
        try
        {
            walk._json.Read();
            var node = walk.Value();
            walk._json.Read();
            return (node, null);
        }
        catch (JsonException e)
        {
            return (null, new JobFileProblem(
                checked((int)(e.LineNumber ?? 0)) + 1, "", $"this is not valid JSON ({e.Message.Split(". ")[0].TrimEnd('.')})."));
        }
        catch (InvalidOperationException)
        {
            return (null, new JobFileProblem(walk.Line(), "", "the text is not UTF-8; save the file as UTF-8."));
        }
    }

    private LocatedNode Value()
    {
        var line = Line();
        return _json.TokenType switch
        {
            JsonTokenType.StartObject => new LocatedNode(JsonValueKind.Object, line, "", Members(), []),
            JsonTokenType.StartArray => new LocatedNode(JsonValueKind.Array, line, "", [], Items()),
            JsonTokenType.String => new LocatedNode(JsonValueKind.String, line, _json.GetString()!, [], []),
            JsonTokenType.Number => new LocatedNode(
                JsonValueKind.Number, line, System.Text.Encoding.UTF8.GetString(_json.ValueSpan), [], []),
            JsonTokenType.True => new LocatedNode(JsonValueKind.True, line, "true", [], []),
            JsonTokenType.False => new LocatedNode(JsonValueKind.False, line, "false", [], []),
            _ => new LocatedNode(JsonValueKind.Null, line, "", [], []),
        };
    }

    private List<LocatedMember> Members()
    {
        var members = new List<LocatedMember>();
        while (_json.Read() && _json.TokenType == JsonTokenType.PropertyName)
        {
            var (name, line) = (_json.GetString()!, Line());
            _json.Read();
            members.Add(new LocatedMember(name, line, Value()));
        }
        return members;
    }

    private List<LocatedNode> Items()
    {
        var items = new List<LocatedNode>();
        while (_json.Read() && _json.TokenType != JsonTokenType.EndArray) items.Add(Value());
        return items;
    }

    // Line ends are counted once, however many values there are.
    private int Line()
    {
        var start = checked((int)_json.TokenStartIndex);
        _line += _text[_counted..start].Count((byte)'\n');
        _counted = start;
        return _line;
    }
}
