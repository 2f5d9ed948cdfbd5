using System.Text.Json;

namespace Accelerator.Tuning.Profiles;

/// <summary>A forward-only reader of JSON text whose error messages name the line.</summary>
internal ref struct JsonWalk
{
    private static ReadOnlySpan<byte> Mark => [0xef, 0xbb, 0xbf];

    private readonly ReadOnlySpan<byte> _text;
    private readonly string _name;
    private Utf8JsonReader _json;

    public JsonWalk(ReadOnlySpan<byte> text, string name)
    {
        // Windows editors put a byte order mark before UTF-8.
        _text = text.StartsWith(Mark) ? text[Mark.Length..] : text;
        _name = name;
        _json = new Utf8JsonReader(_text, new JsonReaderOptions { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true });
    }

    /// <summary>Reads the start of an object.</summary>
    public void Begin() => Expect(JsonTokenType.StartObject, "an object in braces");

    /// <summary>Reads the next property's name, or the end of the object.</summary>
    public bool NextProperty(out string name)
    {
        Read();
        name = _json.TokenType == JsonTokenType.PropertyName ? ReadText() : "";
        return _json.TokenType == JsonTokenType.PropertyName;
    }

    public string Text()
    {
        Expect(JsonTokenType.String, "a text in quotes");
        var text = ReadText();
        return text.Length > 0 ? text : throw Wrong("the text is empty");
    }

    public bool Flag()
    {
        Read();
        return _json.TokenType is JsonTokenType.True or JsonTokenType.False ? _json.GetBoolean() : throw Wrong("true or false is expected");
    }

    public int Build()
    {
        Expect(JsonTokenType.Number, "a number");
        return _json.TryGetInt32(out var build) && build >= 14393
            ? build : throw Wrong("a build number of Windows is expected, 14393 (Server 2016) or later");
    }

    public List<string> Texts()
    {
        Expect(JsonTokenType.StartArray, "a list in brackets");
        var texts = new List<string>();
        while (true)
        {
            Read();
            if (_json.TokenType == JsonTokenType.EndArray) break;
            texts.Add(_json.TokenType == JsonTokenType.String ? ReadText() : throw Wrong("a text in quotes is expected"));
        }
        return texts.Count > 0 ? texts : throw Wrong("the list is empty");
    }

    /// <summary>Reads a number of 1 to 4096.</summary>
    public int Count()
    {
        Expect(JsonTokenType.Number, "a number");
        return _json.TryGetInt32(out var count) && count is >= 1 and <= 4096 ? count : throw Wrong("a number from 1 to 4096 is expected");
    }

    /// <summary>Checks that nothing follows.</summary>
    public void End() => Read();

    /// <summary>Returns an error about the token read last.</summary>
    public readonly FormatException Wrong(string problem) =>
        new($"{_name}, line {_text[..checked((int)_json.TokenStartIndex)].Count((byte)'\n') + 1}: {problem}.");

    private void Expect(JsonTokenType type, string what)
    {
        Read();
        if (_json.TokenType != type) throw Wrong($"{what} is expected");
    }

    private readonly string ReadText()
    {
        try
        {
            return _json.GetString()!;
        }
        catch (InvalidOperationException)
        {
            throw Wrong("the text is not UTF-8; save the file as UTF-8");
        }
    }

    private void Read()
    {
        try
        {
            // Throws if the text ends too early, or continues after its end.
            _json.Read();
        }
        catch (JsonException e)
        {
            throw Broken(e);
        }
    }

    private readonly FormatException Broken(JsonException e) =>
        new($"{_name}, line {e.LineNumber + 1}: this is not valid JSON ({e.Message.Split(". ")[0].TrimEnd('.')}).", e);
}
