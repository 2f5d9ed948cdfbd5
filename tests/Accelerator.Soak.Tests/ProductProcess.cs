using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Accelerator.Soak.Tests;

/// <summary>One run of a program of the product, a process of its own.</summary>
internal abstract class ProductProcess : IAsyncDisposable
{
    private readonly Task<string> _output;
    private readonly Task<string> _error;

    /// <summary>Starts a program that was built beside these tests, in the same configuration.</summary>
    /// <param name="project">The program's project.</param>
    /// <param name="file">Its assembly's file.</param>
    /// <param name="folder">Where it runs.</param>
    /// <param name="words">The command line.</param>
    /// <param name="variables">Environment variables that are set.</param>
    protected ProductProcess(string project, string file, string folder, IEnumerable<string> words, params (string Name, string Value)[] variables)
    {
        var own = new DirectoryInfo(AppContext.BaseDirectory);
        var start = new ProcessStartInfo(Host, [Path.Combine(own.Parent!.Parent!.FullName, project, own.Name, file), .. words])
        {
            WorkingDirectory = folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach (var (name, value) in variables) start.Environment[name] = value;
        Process = Process.Start(start)!;
        Process.StandardInput.Close();
        _output = Process.StandardOutput.ReadToEndAsync();
        _error = Process.StandardError.ReadToEndAsync();
    }

    /// <summary><c>dotnet</c>: with a library it is one process, as the native host is, and needs no search for the runtime.</summary>
    public static string Host { get; } = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "../../../dotnet"));

    /// <summary>The process's number.</summary>
    public int Id => Process.Id;

    /// <summary>Whether it has ended.</summary>
    public bool HasExited => Process.HasExited;

    protected Process Process { get; }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (!Process.HasExited) Process.Kill();
        await Process.WaitForExitAsync();
        await Task.WhenAll(_output, _error);
        Process.Dispose();
    }

    /// <summary>Standard output and standard error of a process that has ended.</summary>
    protected async Task<(string Output, string Error)> SaidAsync() => (await _output, await _error);
}
