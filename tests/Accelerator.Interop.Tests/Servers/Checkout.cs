namespace Accelerator.Interop.Tests.Servers;

/// <summary>The checkout that these tests were built in.</summary>
internal static class Checkout
{
    /// <summary>Its root folder; the tests' own where they were copied out of it.</summary>
    public static string Root { get; } = Find();

    private static string Find()
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "Accelerator.sln"))) folder = folder.Parent;
        return folder?.FullName ?? AppContext.BaseDirectory;
    }
}
