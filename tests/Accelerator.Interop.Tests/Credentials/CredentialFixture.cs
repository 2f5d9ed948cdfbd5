namespace Accelerator.Interop.Tests.Credentials;

/// <summary>The real program of a user with a home of their own, in which logins are stored.</summary>
internal sealed class CredentialFixture : IDisposable
{
    private readonly TempFolder _home = new();
    private readonly TempFolder _folder = new();

    public TempFolder Folder => _folder;

    public string Logins => _home.File(".local/share/accelerator/logins");

    /// <summary>The server's address with its user, and no password.</summary>
    public static string Login(FtpServerProcess server) => $"ftp://{server.User}@{server.Host}:{server.Port}";

    /// <summary>The server's address without a user.</summary>
    public static string Nobody(FtpServerProcess server, string path) => $"ftp://{server.Host}:{server.Port}/{path}";

    /// <summary><c>ftpx credential set</c>, the password on standard input.</summary>
    public async Task<ProgramEnd> SetAsync(string address, string password, CancellationToken cancellationToken)
    {
        // The shell's own printf: the password is on no command line of a program.
        await using var run = ProgramRun.StartFile(
            "/bin/bash", _folder.Path, ["-c", "printf '%s\\n' \"$SECRET\" | \"$@\"", "bash", .. NativeProgram.Command, "credential", "set", address, "--password-stdin"],
            new Dictionary<string, string>(Environment()) { ["SECRET"] = password });
        return await run.WaitAsync(cancellationToken);
    }

    /// <summary>Runs ftpx with nothing that says a password but the store.</summary>
    public async Task<ProgramEnd> RunAsync(CancellationToken cancellationToken, params IEnumerable<string> words)
    {
        await using var run = FtpxProgram.Native.Start(_folder.Path, Environment(), words);
        return await run.WaitAsync(cancellationToken);
    }

    public void Dispose()
    {
        _home.Dispose();
        _folder.Dispose();
    }

    private Dictionary<string, string> Environment() => new() { ["HOME"] = _home.Path, ["XDG_DATA_HOME"] = "" };
}
