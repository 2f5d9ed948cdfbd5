using System.IO.Enumeration;

namespace Accelerator.Conventions.Tests;

/// <summary>The files of the checkout that these tests were built from, without build output.</summary>
internal static class Checkout
{
    private static readonly string[] NotOurs = ["artifacts", "bin", "obj", ".git", ".vs", ".idea", "TestResults"];

    public static string Root { get; } = FindRoot();

    public static IReadOnlyList<SourceFile> Source { get; } = Read("src");

    public static IReadOnlyList<SourceFile> Tests { get; } = Read("tests");

    public static IEnumerable<SourceFile> All => Source.Concat(Tests);

    /// <summary>Returns every file below a folder of the checkout, with its path from the root.</summary>
    public static IEnumerable<string> Files(string folder, string pattern = "*") =>
        from file in Below(Path.Combine(Root, folder), pattern)
        let path = Path.GetRelativePath(Root, file).Replace('\\', '/')
        where !path.Split('/').Any(NotOurs.Contains)
        orderby path
        select path;

    public static string ReadText(string path) => File.ReadAllText(Path.Combine(Root, path));

    private static SourceFile[] Read(string folder) => [.. Files(folder, "*.cs").Select(path => new SourceFile(path, ReadText(path)))];

    // Build output is not even enumerated: it is large, and the drives of a Wine prefix in it are links to the whole machine.
    private static FileSystemEnumerable<string> Below(string folder, string pattern) =>
        new(folder, (ref FileSystemEntry entry) => entry.ToFullPath(), new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = FileAttributes.None })
        {
            ShouldIncludePredicate = (ref FileSystemEntry entry) => !entry.IsDirectory && FileSystemName.MatchesSimpleExpression(pattern, entry.FileName),
            ShouldRecursePredicate = (ref FileSystemEntry entry) => !NotOurs.Contains(entry.FileName.ToString()),
        };

    private static string FindRoot()
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "Accelerator.sln"))) folder = folder.Parent;
        return folder?.FullName ?? throw new InvalidOperationException($"No folder above {AppContext.BaseDirectory} holds Accelerator.sln.");
    }
}
