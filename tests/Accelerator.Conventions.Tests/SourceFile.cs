namespace Accelerator.Conventions.Tests;

/// <summary>A C# file of the checkout.</summary>
/// <param name="Path">The path from the checkout's root, with forward slashes: <c>src/Accelerator.Ftp/FtpPath.cs</c>.</param>
/// <param name="Text">The content of the file on disk.</param>
internal sealed record SourceFile(string Path, string Text)
{
    private IReadOnlyList<DeclaredType>? _types;

    /// <summary>The text without comments and without the content of string literals; line numbers are preserved.</summary>
    public string Code { get; } = CodeText.Strip(Text);

    /// <summary>The types that the file declares.</summary>
    public IReadOnlyList<DeclaredType> Types => _types ??= TypeScanner.Declared(Code);

    /// <summary>
    /// Each line with and without comments and literals, with its location: <c>tests/Accelerator.Ftp.Tests/FtpPathTests.cs:12</c>.
    /// </summary>
    public IEnumerable<(string Place, string Text, string Code)> CodeLines => Text.Split('\n').Zip(Code.Split('\n'), (text, code) => (text, code)).Select((line, i) => ($"{Path}:{i + 1}", line.text, line.code));

    public string Name => System.IO.Path.GetFileNameWithoutExtension(Path);

    /// <summary>
    /// The project and folder, for example <c>Accelerator.Engine/Storage</c> for <c>src/Accelerator.Engine/Storage/Block.cs</c>.
    /// </summary>
    public string Folder => System.IO.Path.GetDirectoryName(Path)!.Replace('\\', '/').Split('/', 2)[1];

    public int Lines => Text.Count(c => c == '\n');

    public override string ToString() => Path;
}
