namespace Accelerator.Cli.Tests.Docs;

/// <summary>
/// A page of docs whose tables the program generates. The text around them, and the cells that the program cannot generate, stay as
/// written.
/// </summary>
internal sealed class Page
{
    private readonly string _path;
    private readonly List<string> _lines;
    private readonly HashSet<string> _put = [];

    private Page(string name)
    {
        _path = Path.Combine(CheckoutFiles.Root, "docs", name);
        _lines = [.. File.ReadAllText(_path).ReplaceLineEndings("\n").Split('\n')];
    }

    /// <summary>The current lines of the page.</summary>
    public IReadOnlyList<string> Lines => _lines;

    /// <summary>Reads a page, for example <c>commands.md</c>.</summary>
    public static Page Read(string name) => new(name);

    /// <summary>Replaces the rows of a table.</summary>
    /// <param name="heading">The page's line above it: <c>## ftpx get</c>.</param>
    /// <param name="title">The header of its first column.</param>
    /// <param name="rows">
    /// The cells. A null cell keeps the text of the row that begins with the same cell, or is empty in a new row, to be filled in by hand.
    /// </param>
    public void Put(string heading, string title, IEnumerable<string?[]> rows)
    {
        var start = Find(heading, title);
        var end = start;
        while (_lines[end].StartsWith('|')) end++;
        var old = _lines[start..end].Select(Cells).ToLookup(cells => cells[0]);
        _lines.RemoveRange(start, end - start);
        _lines.InsertRange(start, rows.Select(row => row.Select(cell => cell?.Replace("|", "\\|")).ToList()).Select(row => Row(row.Select((cell, i) => cell ?? old[row[0]!].FirstOrDefault()?[i] ?? ""))));
        Assert.True(_put.Add(heading + title), $"{heading}: the table \"{title}\" is written twice.");
    }

    /// <summary>Replaces the first block of commands below a heading.</summary>
    public void PutBlock(string heading, IEnumerable<string> lines)
    {
        var start = _lines.IndexOf("```", _lines.IndexOf(heading)) + 1;
        _lines.RemoveRange(start, _lines.IndexOf("```", start) - start);
        _lines.InsertRange(start, lines);
    }

    /// <summary>
    /// As <see cref="Put"/>, for the members of JSON lines; types and meanings are written by hand. Lines of one type have the same
    /// members.
    /// </summary>
    public void PutMembers(string heading, IEnumerable<string> lines)
    {
        var types = lines.Select(line => JsonDocument.Parse(line).RootElement).ToLookup(line => line.GetProperty("type").GetString(), line => line.EnumerateObject().Select(member => member.Name).ToList());
        foreach (var type in types)
        {
            Assert.All(type, members => Assert.Equal(type.First(), members));
            Put(heading, $"member of `{type.Key}`", type.First().Select(member => new[] { $"`{member}`", null, null }));
        }
    }

    /// <summary>The current cells of a table.</summary>
    public IReadOnlyList<string[]> Table(string heading, string title) => [.. _lines.Skip(Find(heading, title)).TakeWhile(line => line.StartsWith('|')).Select(Cells)];

    /// <summary>Returns the titles of the tables below any heading that begin with this text and were not replaced.</summary>
    public IEnumerable<string> Left(string beginning)
    {
        var heading = _lines[0];
        foreach (var line in _lines)
        {
            if (line.StartsWith("## ", StringComparison.Ordinal)) heading = line;
            else if (line.StartsWith($"| {beginning}", StringComparison.Ordinal) && !_put.Contains(heading + Cells(line)[0])) yield return $"{heading}: {line}";
        }
    }

    /// <summary>Asserts that the page in the checkout equals this page; otherwise writes this page to artifacts.</summary>
    public void IsWritten()
    {
        var text = string.Join('\n', _lines);
        if (File.ReadAllText(_path).ReplaceLineEndings("\n") == text) return;
        var name = Path.GetFileName(_path);
        var change = _lines.Except(File.ReadAllLines(_path)).Select(line => "+ " + line).Concat(File.ReadAllLines(_path).Except(_lines).Select(line => "- " + line));
        File.WriteAllText(Path.Combine(CheckoutFiles.Root, "artifacts", name), text);
        Assert.Fail($"{string.Join('\n', change)}\nIf this is meant, copy artifacts/{name} over docs/{name}, and fill the cells that are empty.");
    }

    private static string Row(IEnumerable<string> cells) => $"| {string.Join(" | ", cells)} |";

    private static string[] Cells(string row) => [.. Regex.Split(row, @"(?<!\\)\|")[1..^1].Select(cell => cell.Trim())];

    private int Find(string heading, string title)
    {
        var section = _lines.IndexOf(heading);
        for (var i = section + 1; section >= 0 && i < _lines.Count && !_lines[i].StartsWith("## ", StringComparison.Ordinal); i++)
        {
            if (_lines[i].StartsWith($"| {title} |", StringComparison.Ordinal)) return i + 2;
        }
        throw new InvalidOperationException($"{Path.GetFileName(_path)} has no table \"{title}\" below \"{heading}\": write its first two lines.");
    }
}
