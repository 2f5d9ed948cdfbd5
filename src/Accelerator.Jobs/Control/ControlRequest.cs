using System.Text.Json;

namespace Accelerator.Jobs.Control;

/// <summary>
/// A request to the service: a line of JSON with a <c>verb</c> and its arguments. The arguments may be secrets and are never printed.
/// </summary>
public sealed class ControlRequest
{
    private const int Deepest = 8;

    private readonly JsonElement _arguments;

    private ControlRequest(string verb, JsonElement arguments) => (Verb, _arguments) = (verb, arguments);

    public string Verb { get; }

    /// <summary>Parses a request.</summary>
    /// <exception cref="ControlException">The line is not a request.</exception>
    public static ControlRequest Read(ReadOnlyMemory<byte> line)
    {
        try
        {
            using var document = JsonDocument.Parse(line, new JsonDocumentOptions { MaxDepth = Deepest });
            var root = document.RootElement;
            if (!WellFormedJson.IsWellFormed(root)) throw Refuse("A request must be valid UTF-8.");
            if (root.ValueKind != JsonValueKind.Object) throw Refuse("A request must be a JSON object.");
            return new ControlRequest(Text(root, "verb") ?? throw Refuse("A request must have a \"verb\"."), root.Clone());
        }
        catch (JsonException)
        {
            // The message of the exception would repeat what was sent.
            throw Refuse("A request must be one line of JSON in UTF-8.");
        }
    }

    /// <summary>Returns a required argument.</summary>
    /// <exception cref="ControlException">The argument is missing or not text.</exception>
    public string Text(string name) => OptionalText(name) ?? throw Refuse($"{Verb} needs \"{name}\".");

    /// <summary>Returns an optional argument; null if it is absent or null.</summary>
    /// <exception cref="ControlException">The argument is not text.</exception>
    public string? OptionalText(string name) => Text(_arguments, name);

    public override string ToString() => Verb;

    private static string? Text(JsonElement root, string name)
    {
        if (!root.TryGetProperty(name, out var value)) return null;
        return value.ValueKind == JsonValueKind.String ? value.GetString() : throw Refuse($"\"{name}\" is a text in quotation marks.");
    }

    private static ControlException Refuse(string sentence) => new(ControlFailure.Usage, sentence);
}
