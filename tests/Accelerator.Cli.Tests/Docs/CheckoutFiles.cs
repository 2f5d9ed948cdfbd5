namespace Accelerator.Cli.Tests.Docs;

/// <summary>The checkout that the tests were built from.</summary>
internal static class CheckoutFiles
{
    public static string Root { get; } = FindRoot();

    /// <summary>The text of a file by its path in the checkout.</summary>
    public static string Read(string path) => File.ReadAllText(Path.Combine(Root, path));

    private static string FindRoot()
    {
        var folder = AppContext.BaseDirectory;
        while (!File.Exists(Path.Combine(folder, "Accelerator.sln"))) folder = Path.GetDirectoryName(folder) ?? throw new InvalidOperationException("This is no checkout.");
        return folder;
    }
}
