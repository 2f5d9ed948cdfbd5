namespace Accelerator.Conventions.Tests;

/// <summary>One C# file of the checkout.</summary>
/// <param name="Path">From the checkout's root, with forward slashes: <c>src/Accelerator.Ftp/FtpPath.cs</c>.</param>
/// <param name="Text">As it stands on the disk.</param>
internal sealed record SourceFile(string Path, string Text)
{
    /// <summary>The text without comments and without what string literals hold; lines stay where they are.</summary>
    public string Code { get; } = CodeText.Strip(Text);

    public string Name => System.IO.Path.GetFileNameWithoutExtension(Path);

    /// <summary><c>Accelerator.Engine/Storage</c> of <c>src/Accelerator.Engine/Storage/Block.cs</c>.</summary>
    public string Folder => System.IO.Path.GetDirectoryName(Path)!.Replace('\\', '/').Split('/', 2)[1];

    public int Lines => Text.Count(c => c == '\n');

    public override string ToString() => Path;
}
