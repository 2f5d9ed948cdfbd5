namespace Accelerator.Interop.Tests.Gets;

/// <summary>The real executable, as a user runs it.</summary>
internal abstract partial class FtpxProgram
{
    private const int Interrupt = 2;

    public static FtpxProgram Native { get; } = new NativeProgram();

    /// <summary>Whether it takes local names for those of Windows.</summary>
    public abstract bool IsWindows { get; }

    /// <summary>Starts <c>ftpx</c> in a folder. It finds no setting of this machine's user.</summary>
    public abstract ProgramRun Start(string folder, IReadOnlyDictionary<string, string> environment, IEnumerable<string> words);

    /// <summary>How the program writes a full path of this machine.</summary>
    public abstract string PathOf(string path);

    /// <summary>The same as the other, with nothing in the environment but a password.</summary>
    /// <param name="password">FTPX_PASSWORD, or null for none.</param>
    public ProgramRun Start(string folder, string? password, params IEnumerable<string> words) =>
        Start(folder, With(password), words);

    /// <summary>Runs it to its end.</summary>
    public Task<ProgramEnd> RunAsync(string folder, string? password, IEnumerable<string> words, CancellationToken cancellationToken) =>
        RunAsync(folder, With(password), words, cancellationToken);

    /// <summary><c>ftpx get</c> from a server, whose user has no password where it is anonymous, with the stall limit of <see cref="GetFixture"/>.</summary>
    public Task<ProgramEnd> GetAsync(
        FtpServerProcess server, TempFolder folder, IEnumerable<string> words, CancellationToken cancellationToken)
    {
        string[] get = ["get", "--timeout-stall", $"{GetFixture.Stall.TotalSeconds}"];
        return RunAsync(folder.Path, server is VsftpdServer ? null : server.Password, [.. get, .. words], cancellationToken);
    }

    /// <summary>Sends SIGINT, as Ctrl-C does; by a call of the system, because the start of a program could outlast a transfer on a busy machine.</summary>
    public static Task InterruptAsync(ProgramRun run, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        Assert.Equal(0, Kill(run.Id, Interrupt));
        return Task.CompletedTask;
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

    public static IReadOnlyList<JsonElement> Lines(ProgramEnd end, string type) =>
    [
        .. end.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(line => JsonDocument.Parse(line).RootElement)
            .Where(line => line.GetProperty("type").GetString() == type),
    ];

    protected virtual async Task<ProgramEnd> RunAsync(
        string folder, IReadOnlyDictionary<string, string> environment, IEnumerable<string> words, CancellationToken cancellationToken)
    {
        await using var run = Start(folder, environment, words);
        return await run.WaitAsync(cancellationToken);
    }

    private static Dictionary<string, string> With(string? password) => password is null ? [] : new() { ["FTPX_PASSWORD"] = password };

    [LibraryImport("libc", EntryPoint = "kill")]
    private static partial int Kill(int process, int signal);
}
