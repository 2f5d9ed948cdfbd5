namespace Accelerator.Interop.Tests.Gets;

/// <summary>The program that was built beside these tests.</summary>
internal sealed class NativeProgram : FtpxProgram
{
    // dotnet ftpx.dll is one process, as the native host is, and needs no search for the runtime.
    private static readonly string Host = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "../../../dotnet"));

    public override bool IsWindows => OperatingSystem.IsWindows();

    /// <summary>The first words of the program's command line.</summary>
    public static IReadOnlyList<string> Command => [Host, Library()];

    /// <summary>The same words, quoted for a shell.</summary>
    public static string Quoted => $"'{string.Join("' '", Command)}'";

    public override ProgramRun Start(string folder, IReadOnlyDictionary<string, string> environment, IEnumerable<string> words) =>
        ProgramRun.StartFile(Host, folder, [Library(), .. words], environment);

    public override string PathOf(string path) => path;

    // Beside this project's own output, in the same configuration.
    private static string Library()
    {
        var own = new DirectoryInfo(AppContext.BaseDirectory);
        return Path.Combine(own.Parent!.Parent!.FullName, "Accelerator.Cli", own.Name, "ftpx.dll");
    }
}
