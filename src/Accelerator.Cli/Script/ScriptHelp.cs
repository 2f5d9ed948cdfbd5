namespace Accelerator.Cli.Script;

/// <summary>The verbs in five columns, as ftp.exe shows them.</summary>
internal static class ScriptHelp
{
    private const int Columns = 5;
    private const int Width = 16;

    /// <summary>The lines.</summary>
    public static IEnumerable<string> Lines()
    {
        yield return "Commands may be abbreviated.  Commands are:";
        yield return "";
        var names = ScriptVerbTable.All.Select(verb => verb.Name).ToList();
        var rows = (names.Count + Columns - 1) / Columns;
        for (var row = 0; row < rows; row++)
            yield return string.Concat(
                Enumerable.Range(0, Columns).Select(column => names.ElementAtOrDefault((column * rows) + row)?.PadRight(Width))).TrimEnd();
    }
}
