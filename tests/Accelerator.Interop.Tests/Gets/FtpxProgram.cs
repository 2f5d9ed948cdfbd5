using System.Runtime.InteropServices;
using System.Text;
using System.Text.Json;
using Accelerator.Interop.Tests.Servers;

namespace Accelerator.Interop.Tests.Gets;

/// <summary>The real executable, as a user runs it.</summary>
internal static class FtpxProgram
{
    // dotnet ftpx.dll is one process, as the native host is, and needs no search for the runtime.
    private static readonly string Host = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "../../../dotnet"));

    /// <summary>Starts <c>ftpx</c> in a folder. It finds no setting of this machine's user.</summary>
    /// <param name="password">FTPX_PASSWORD, or null for none.</param>
    public static ProgramRun Start(string folder, string? password, params IEnumerable<string> words) =>
        Start(folder, password is null ? new Dictionary<string, string>() : new Dictionary<string, string> { ["FTPX_PASSWORD"] = password }, words);

    /// <summary>The same with more of an environment.</summary>
    public static ProgramRun Start(string folder, IReadOnlyDictionary<string, string> environment, IEnumerable<string> words) =>
        ProgramRun.StartFile(Host, folder, [Library(), .. words], environment);

    /// <summary>Starts it and waits for its end.</summary>
    public static async Task<ProgramEnd> RunAsync(string folder, string? password, IEnumerable<string> words, CancellationToken cancellationToken)
    {
        await using var run = Start(folder, password, words);
        return await run.WaitAsync(cancellationToken);
    }

    /// <summary>SIGINT, as Ctrl-C sends it.</summary>
    public static async Task InterruptAsync(ProgramRun run, CancellationToken cancellationToken)
    {
        await using var kill = ProgramRun.StartFile("/bin/bash", "/", ["-c", $"kill -INT {run.Id}"], new Dictionary<string, string>());
        Assert.Equal(0, (await kill.WaitAsync(cancellationToken)).ExitCode);
    }

    /// <summary>The address of a file for the command line, without a password; every byte that could mean something is escaped.</summary>
    public static string UrlOf(FtpServerProcess server, string path) => UrlOf(server, Encoding.UTF8.GetBytes(path));

    /// <summary>The same for a name in any charset.</summary>
    public static string UrlOf(FtpServerProcess server, ReadOnlySpan<byte> path)
    {
        var url = new StringBuilder(server.Options.Tls switch { ServerTls.Explicit => "ftpes", ServerTls.Implicit => "ftps", _ => "ftp" });
        url.Append($"://{server.User}@{(server.Name.Contains(':') ? $"[{server.Name}]" : server.Name)}:{server.Port}/");
        foreach (var value in path)
        {
            if (char.IsAsciiLetterOrDigit((char)value) || value is (byte)'/' or (byte)'.' or (byte)'-') url.Append((char)value);
            else url.Append($"%{value:X2}");
        }
        return url.ToString();
    }

    /// <summary>The lines of <c>--json</c> of one type.</summary>
    public static IReadOnlyList<JsonElement> Lines(ProgramEnd end, string type) =>
    [
        .. end.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(line => JsonDocument.Parse(line).RootElement)
            .Where(line => line.GetProperty("type").GetString() == type),
    ];

    // Beside this project's own output, in the same configuration.
    private static string Library()
    {
        var own = new DirectoryInfo(AppContext.BaseDirectory);
        return Path.Combine(own.Parent!.Parent!.FullName, "Accelerator.Cli", own.Name, "ftpx.dll");
    }
}
