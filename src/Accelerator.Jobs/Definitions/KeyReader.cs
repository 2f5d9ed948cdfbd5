using System.Globalization;
using System.Text.Json;

namespace Accelerator.Jobs.Definitions;

/// <summary>
/// Reads the keys of one JSON object and notes every problem: the whole file is read before any problem is reported.
/// </summary>
/// <param name="node">The object.</param>
/// <param name="path">The path of the object; empty for the file itself.</param>
/// <param name="problems">The list that problems are added to.</param>
internal sealed class KeyReader(LocatedNode node, string path, List<JobFileProblem> problems)
{
    private readonly List<string> _known = [];
    private readonly Dictionary<string, JobFileProblem> _missing = new(StringComparer.Ordinal);

    /// <summary>Reads a text with <paramref name="read"/>; <paramref name="usual"/> if the key is absent.</summary>
    /// <param name="name">The key.</param>
    /// <param name="usual">The default.</param>
    /// <param name="read">Returns null for an invalid text.</param>
    /// <param name="wanted">What to write, as part of a sentence.</param>
    public T Take<T>(string name, T usual, Func<string, T?> read, string wanted) where T : struct =>
        TakeOrNone(name, read, wanted) ?? usual;

    /// <summary>Reads a text in the same way, with null as the default.</summary>
    public T? TakeOrNone<T>(string name, Func<string, T?> read, string wanted) where T : struct
    {
        if (Find(name) is not { } value) return null;
        if (value.Kind == JsonValueKind.String && read(value.Text) is { } taken) return taken;
        Note(value.Line, name, $"{Shown(value)} is not {wanted}.");
        return null;
    }

    public TimeSpan Duration(string name, TimeSpan usual) => DurationOrNone(name) ?? usual;

    public TimeSpan? DurationOrNone(string name) =>
        TakeOrNone(name, QuantityText.Duration, "a duration, as in 30s, 15m, 24h or 7d");

    /// <summary>Reads a size: a text as in <c>50GiB</c>, or a whole number of bytes.</summary>
    public long Size(string name, long usual, string wanted) =>
        Find(name) is { Kind: JsonValueKind.Number, Text: var text } && text.All(char.IsAsciiDigit) && QuantityText.Size(text) is { } bytes
            ? bytes : Take(name, usual, QuantityText.Size, wanted);

    /// <summary>Reads a text that is not empty; null if the key is absent.</summary>
    public string? Text(string name)
    {
        if (Find(name) is not { } value) return null;
        if (value is { Kind: JsonValueKind.String, Text.Length: > 0 }) return value.Text;
        Note(value.Line, name, "a text in quotes is expected here.");
        return null;
    }

    /// <summary>Reads a text, a number, or true and false as <c>yes</c> and <c>no</c>; null if the key is absent.</summary>
    public string? Scalar(string name)
    {
        if (Find(name) is not { } value) return null;
        switch (value.Kind)
        {
            case JsonValueKind.String or JsonValueKind.Number: return value.Text;
            case JsonValueKind.True: return "yes";
            case JsonValueKind.False: return "no";
            default:
                Note(value.Line, name, "a text in quotes, a number, true or false is expected here.");
                return null;
        }
    }

    /// <summary>Reads a required text; empty, with a problem noted, if the key is absent.</summary>
    public string Required(string name, string example)
    {
        if (Find(name) is null) Missing(name, $"this is missing; write for example {example}.");
        return Text(name) ?? "";
    }

    /// <summary>
    /// Notes that a required key is absent or empty. <see cref="Done"/> removes this problem if the object has a mistyped key that is
    /// probably the same.
    /// </summary>
    public void Missing(string name, string sentence)
    {
        Note(name, sentence);
        _missing[name] = problems[^1];
    }

    /// <summary>Reads one of a few keywords.</summary>
    public T Keyword<T>(string name, T usual, IReadOnlyDictionary<string, T> words) where T : struct =>
        Take(name, usual, text => words.TryGetValue(text, out var word) ? word : null, $"one of {string.Join(", ", words.Keys)}");

    /// <summary>Reads an integer between two bounds, both inclusive.</summary>
    public int Number(string name, int usual, int least, int most)
    {
        if (Find(name) is not { } value) return usual;
        if (value.Kind == JsonValueKind.Number
            && int.TryParse(value.Text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number) && number >= least
            && number <= most)
            return number;
        Note(value.Line, name, $"{Shown(value)} is not a whole number from {least} to {most}.");
        return usual;
    }

    public bool Flag(string name, bool usual)
    {
        if (Find(name) is not { } value) return usual;
        if (value.Kind is JsonValueKind.True or JsonValueKind.False) return value.Kind == JsonValueKind.True;
        Note(value.Line, name, $"{Shown(value)} is neither true nor false.");
        return usual;
    }

    /// <summary>Reads an array of texts; <paramref name="problem"/> checks each and returns null for a valid one.</summary>
    public IReadOnlyList<string> Texts(string name, Func<string, string?> problem)
    {
        if (Find(name) is not { } value) return [];
        if (value.Kind != JsonValueKind.Array)
        {
            Note(value.Line, name, "a list in brackets is expected here.");
            return [];
        }
        var texts = new List<string>();
        foreach (var item in value.Items)
        {
            if (item is not { Kind: JsonValueKind.String, Text.Length: > 0 })
                Note(item.Line, name, "each of these must be a text in quotes.");
            else if (problem(item.Text) is { } sentence) Note(item.Line, name, sentence);
            else texts.Add(item.Text);
        }
        return texts;
    }

    /// <summary>Reads an object; null if the key is absent.</summary>
    public KeyReader? Object(string name) => Find(name) is { } value ? Reader(value, name) : null;

    /// <summary>Reads objects keyed by name.</summary>
    public IEnumerable<(string Name, KeyReader Keys)> Each(string name)
    {
        if (Object(name) is not { } objects) yield break;
        foreach (var member in objects.Members)
        {
            objects._known.Add(member.Name);
            if (objects.Reader(member.Value, member.Name) is { } reader) yield return (member.Name, reader);
        }
        objects.Done();
    }

    /// <summary>Reads an array of objects.</summary>
    public IEnumerable<KeyReader> Rows(string name)
    {
        if (Find(name) is not { } value) yield break;
        if (value.Kind != JsonValueKind.Array) Note(value.Line, name, "a list in brackets is expected here.");
        for (var i = 0; i < value.Items.Count; i++)
        {
            if (Reader(value.Items[i], $"{name}[{i}]") is { } reader) yield return reader;
        }
    }

    /// <summary>
    /// Returns whether a problem has been noted at a key or within its value, so that what follows from it is not noted too.
    /// </summary>
    /// <param name="name">The key; empty for the object itself.</param>
    public bool HasProblem(string name)
    {
        var way = Way(name);
        return problems.Any(problem => !problem.IsWarning && problem.Key.StartsWith(way, StringComparison.Ordinal)
            && (problem.Key.Length == way.Length || problem.Key[way.Length] is '.' or '['));
    }

    /// <summary>
    /// Returns the names in an object of this key; null if the value is no object, or if the key is absent and a mistyped one is there.
    /// </summary>
    public IReadOnlyCollection<string>? Names(string name) => Find(name) switch
    {
        { Kind: JsonValueKind.Object } value => [.. value.Members.Select(member => member.Name)],
        null when node.Members.All(member => member.Name == name || Typos.Nearest(member.Name, [name]) is null) => [],
        _ => null,
    };

    /// <summary>Returns whether a key is present, valid or not.</summary>
    public bool Has(string name) => Find(name) is not null;

    /// <summary>Notes a problem at a key of this object, or at the object itself if it has no such key.</summary>
    public void Note(string name, string sentence) => Note(LineOf(name), name, sentence);

    /// <summary>Notes in the same way what is valid and cannot work.</summary>
    public void Warn(string name, string sentence) =>
        problems.Add(new JobFileProblem(LineOf(name), Way(name), sentence) { IsWarning = true });

    /// <summary>Notes unknown keys and duplicate keys.</summary>
    public void Done()
    {
        var seen = new HashSet<string>(StringComparer.Ordinal);
        foreach (var member in node.Members)
        {
            if (!seen.Add(member.Name)) Note(member.Line, member.Name, "this key is a duplicate.");
            else if (!_known.Contains(member.Name)) NoteUnknown(member);
        }
    }

    // The unknown key is an error, so that the missing one need not be.
    private void NoteUnknown(LocatedMember member)
    {
        Note(member.Line, member.Name, $"unknown key; {Typos.Hint(member.Name, [.. _known.Distinct()], "keys")}");
        if (Typos.Nearest(member.Name, _missing.Keys) is { } meant && _missing.Remove(meant, out var missing)) problems.Remove(missing);
    }

    private IReadOnlyList<LocatedMember> Members => node.Members;

    private LocatedNode? Find(string name)
    {
        _known.Add(name);
        return node.Members.FirstOrDefault(member => member.Name == name)?.Value is { Kind: not JsonValueKind.Null } value ? value : null;
    }

    private KeyReader? Reader(LocatedNode value, string name)
    {
        if (value.Kind == JsonValueKind.Object) return new KeyReader(value, Way(name), problems);
        Note(value.Line, name, "a JSON object in braces is expected here.");
        return null;
    }

    private void Note(int line, string name, string sentence) => problems.Add(new JobFileProblem(line, Way(name), sentence));

    private int LineOf(string name) => node.Members.FirstOrDefault(member => member.Name == name)?.Line ?? node.Line;

    private string Way(string name) => path.Length == 0 ? name : name.Length == 0 ? path : $"{path}.{name}";

    private static string Shown(LocatedNode value) => value.Kind switch
    {
        JsonValueKind.String => $"\"{value.Text}\"",
        JsonValueKind.Object => "an object",
        JsonValueKind.Array => "a list",
        _ => value.Text,
    };
}
