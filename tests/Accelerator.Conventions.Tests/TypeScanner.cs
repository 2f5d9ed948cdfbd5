namespace Accelerator.Conventions.Tests;

/// <summary>Finds the types that a file declares. The code must have been stripped by <see cref="CodeText"/>.</summary>
internal static partial class TypeScanner
{
    private static readonly string[] Accesses = ["public", "internal", "private", "protected", "file"];

    public static IReadOnlyList<DeclaredType> Declared(string code)
    {
        var types = new List<DeclaredType>();
        foreach (Match match in Declaration().Matches(code))
        {
            var words = match.Groups["modifiers"].Value.Split(' ', StringSplitOptions.RemoveEmptyEntries);
            var before = code.AsSpan(0, match.Index);
            types.Add(new DeclaredType(
                string.Join(' ', words.Where(Accesses.Contains)),
                string.Join(' ', words.Where(word => !Accesses.Contains(word))),
                match.Groups["kind"].Value,
                match.Groups["name"].Value,
                before.Count('{') - before.Count('}'),
                1 + before.Count('\n')));
        }
        return types;
    }

    [GeneratedRegex("""
        ^[ ]*(?<modifiers>(?:(?:public|internal|private|protected|file|sealed|static|abstract|readonly|partial|ref|unsafe|new)[ ]+)*)
        (?<kind>class|record[ ]struct|record[ ]class|record|struct|interface|enum|delegate[ ][\w<>\[\],.?()\s]+?)[ ]+(?<name>[A-Z]\w*)
        (?=[\s<(;:{])
        """, RegexOptions.Multiline | RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex Declaration();
}
