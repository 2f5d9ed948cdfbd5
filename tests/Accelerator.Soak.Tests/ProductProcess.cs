namespace Accelerator.Soak.Tests;

/// <summary>One run of a product's program that was built beside these tests, in a separate process.</summary>
/// <param name="file">Its assembly's file.</param>
/// <param name="folder">The working folder; also the user's home.</param>
/// <param name="variables">Environment variables that are set.</param>
internal abstract class ProductProcess(
    string project, string file, string folder, IEnumerable<string> words, params (string Name, string Value)[] variables) : IAsyncDisposable
{
    /// <summary><c>dotnet</c>: with a library it is one process, as the native host is, and needs no search for the runtime.</summary>
    public static string Host { get; } = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "../../../dotnet"));

    public int Id => Run.Id;

    public bool HasExited => Run.HasExited;

    protected ProgramRun Run { get; } = ProgramRun.StartFile(
        Host, folder, [PathOf(project, file), .. words], variables.ToDictionary(one => one.Name, one => one.Value));

    public ValueTask DisposeAsync() => Run.DisposeAsync();

    // In the same configuration as these tests.
    private static string PathOf(string project, string file)
    {
        var own = new DirectoryInfo(AppContext.BaseDirectory);
        return Path.Combine(own.Parent!.Parent!.FullName, project, own.Name, file);
    }
}
