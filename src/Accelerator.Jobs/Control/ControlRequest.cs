using System.Text.Json;

namespace Accelerator.Jobs.Control;

/// <summary>
/// What somebody asks the service for: a line of JSON with a <c>verb</c> and its arguments. It never prints its arguments, which may be
/// secrets.
/// </summary>
public sealed class ControlRequest
{
    private const int Deepest = 8;

    private readonly JsonElement _arguments;

    private ControlRequest(string verb, JsonElement arguments) => (Verb, _arguments) = (verb, arguments);

    /// <summary>What is to be done.</summary>
    public string Verb { get; }

    /// <summary>Reads one.</summary>
    /// <exception cref="ControlException">It is none.</exception>
    public static ControlRequest Read(ReadOnlyMemory<byte> line)
    {
        try
        {
            using var document = JsonDocument.Parse(line, new JsonDocumentOptions { MaxDepth = Deepest });
            var root = document.RootElement;
            if (!WellFormedJson.IsWellFormed(root)) throw Refuse("A request is text in UTF-8, and this holds what is no character.");
            if (root.ValueKind != JsonValueKind.Object) throw Refuse("A request is an object in braces.");
            return new ControlRequest(Text(root, "verb") ?? throw Refuse("A request has a \"verb\"."), root.Clone());
        }
        catch (JsonException)
        {
            // Its message would repeat what was sent.
            throw Refuse("A request is one line of JSON in UTF-8, and this is none.");
        }
    }

    /// <summary>An argument.</summary>
    /// <exception cref="ControlException">It is missing, or no text.</exception>
    public string Text(string name) => OptionalText(name) ?? throw Refuse($"{Verb} needs \"{name}\".");

    /// <summary>An argument that may be left out, or null.</summary>
    /// <exception cref="ControlException">It is no text.</exception>
    public string? OptionalText(string name) => Text(_arguments, name);

    /// <inheritdoc/>
    public override string ToString() => Verb;

    private static string? Text(JsonElement root, string name)
    {
        if (!root.TryGetProperty(name, out var value)) return null;
        return value.ValueKind == JsonValueKind.String ? value.GetString() : throw Refuse($"\"{name}\" is a text in quotation marks.");
    }

    private static ControlException Refuse(string sentence) => new(ControlFailure.Usage, sentence);
}
