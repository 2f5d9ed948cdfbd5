namespace Accelerator.Interop.Tests.Script;

/// <summary>The expected result of a script of the corpus: the lines of its .expect file, each a keyword, a colon and a value.</summary>
internal sealed class ScriptExpectation(string name)
{
    private static readonly string Corpus = Path.Combine(AppContext.BaseDirectory, "Script", "corpus");

    private readonly List<(string Word, string Value)> _lines =
        [.. File.ReadAllLines(Path.Combine(Corpus, name + ".expect")).Where(line => line.Length > 0).Select(line => line.Split(": ", 2)).Select(parts => (parts[0].TrimEnd(':'), parts.ElementAtOrDefault(1) ?? ""))];

    public static TheoryData<string> Names => [.. Directory.GetFiles(Corpus, "*.expect").Select(file => Path.GetFileNameWithoutExtension(file)).Order(StringComparer.Ordinal)];

    /// <summary>The script, with its placeholders filled in.</summary>
    public string Script => File.ReadAllText(Path.Combine(Corpus, name + ".txt"));

    public IReadOnlyList<string> All(string word) => [.. _lines.Where(line => line.Word == word).Select(line => line.Value)];

    /// <summary>Gets the value of a keyword, or the default where the keyword is missing.</summary>
    public string One(string word, string otherwise) => All(word) is [var value] ? value : otherwise;

    /// <summary>Gets both sides of the values of a keyword: <c>local = remote</c>.</summary>
    public IEnumerable<(string Left, string Right)> Pairs(string word) => All(word).Select(value => value.Split(" = ", 2)).Select(parts => (parts[0], parts[1]));
}
