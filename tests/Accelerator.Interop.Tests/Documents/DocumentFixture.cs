namespace Accelerator.Interop.Tests.Documents;

/// <summary>
/// The servers that the pages name, with the files that the pages mention. Each command runs in a folder of its own, for a user without any
/// stored settings.
/// </summary>
internal sealed class DocumentFixture : IAsyncDisposable
{
    private const long Length = 300_000;

    // docs/commands.md shows its hash.
    private const string TestFile = "test";

    // The names that the pages give the local paths of a computer; here all of them are the loopback's.
    private static readonly Dictionary<string, string> Paths = new(StringComparer.Ordinal)
    {
        ["Ethernet,Ethernet 2"] = "127.0.0.1,127.0.0.5", ["eth1,eth2"] = "127.0.0.1,127.0.0.5", ["192.0.2.7"] = "127.0.0.1", ["198.51.100.7"] = "127.0.0.5",
    };

    // The guide fetches this file by its hash.
    private const string HashedFile = "pub/big.bin";

    private readonly FtpServerProcess _server;
    private readonly FtpServerProcess _encrypted;
    private readonly FtpServerProcess _source;
    private readonly FtpServerProcess _destination;

    private DocumentFixture(FtpServerProcess server, FtpServerProcess encrypted, FtpServerProcess source, FtpServerProcess destination) =>
        (_server, _encrypted, _source, _destination) = (server, encrypted, source, destination);

    public static async Task<DocumentFixture> StartAsync(CancellationToken cancellationToken)
    {
        var server = await ProftpdServer.StartAsync(new ServerOptions(), cancellationToken);
        var encrypted = await ProftpdServer.StartAsync(new ServerOptions { Tls = ServerTls.Explicit, RequireTlsSessionReuse = false }, cancellationToken);
        var source = await FxpServers.StartAsync("proftpd", FxpServers.Allowing("proftpd"), cancellationToken);
        var destination = await FxpServers.StartAsync("vsftpd", FxpServers.Allowing("vsftpd"), cancellationToken);
        string[] files =
        [
            "big.bin", "pass-001.bin", "pub/big.bin", "pub/name with blanks.bin", "pub/passes/S5P_0.nc", "pub/passes/20261120/S5P_001.nc", "pub/passes/20261120/S5P_2.nc", "pub/passes/scratch/x.tmp",
            "pass/big.bin", "pass/a.nc", "pass/20261120/S5P_1.nc", "data/calibration/c.bin", "한글/패스.bin", "pub/a.nc", "pub/a.csv", "pub/b.csv", "pub/big.tar.gz",
        ];
        for (var i = 0; i < files.Length; i++)
        {
            await server.PutAsync(files[i], Length + i, i + 1, cancellationToken);
            await encrypted.PutAsync(files[i], Length + i, i + 1, cancellationToken);
        }
        await File.WriteAllTextAsync(Path.Combine(server.Root, "pub", "test"), TestFile, cancellationToken);
        var listed = Convert.ToHexString(SHA256.HashData(await File.ReadAllBytesAsync(Path.Combine(server.Root, "pub", "a.nc"), cancellationToken)));
        await File.WriteAllTextAsync(Path.Combine(server.Root, "pub", "SHA256SUMS"), $"{listed}  a.nc\n", cancellationToken);
        foreach (var name in (string[])["pass.nc", "pass-2.nc"]) await source.PutAsync($"out/{name}", Length, 1, cancellationToken);
        return new DocumentFixture(server, encrypted, source, destination);
    }

    /// <summary>Runs one.</summary>
    /// <returns>The end of the command, and the words that it was run with.</returns>
    public async Task<(ProgramEnd End, string Words)> RunAsync(DocumentCommand command, CancellationToken cancellationToken)
    {
        using var folder = new TempFolder();
        string[] words = [.. command.Words.Skip(1).SelectMany(word => Word(word, folder.Path))];
        // Whose last word is a server, with its port behind it.
        if (words is ["ftp", .., "ftp.example.org"]) words = [.. words[..^1], _server.Host, $"{_server.Port}"];
        // At a terminal it is typed.
        if (words is ["credential", "set", ..]) words = [.. words, "--password-stdin"];
        foreach (var sub in (string[])["data", "archive", "logs", "jobs"]) Directory.CreateDirectory(Path.Combine(folder.Path, sub));
        await WriteFilesAsync(folder.Path, cancellationToken);
        var environment = new Dictionary<string, string>
        {
            ["FTPX_PASSWORD"] = _server.Password,
            ["FTPX_SOURCE_PASSWORD"] = _source.Password,
            ["SSL_CERT_FILE"] = _encrypted.CertificateFile!,
            ["XDG_STATE_HOME"] = Path.Combine(folder.Path, "state"),
            ["XDG_DATA_HOME"] = Path.Combine(folder.Path, "share"),
            // The pages run a script of the user after a file; it stands for any program.
            ["PATH"] = $"{Path.Combine(folder.Path, "bin")}:{Environment.GetEnvironmentVariable("PATH")}",
        };
        // A secret is typed, or comes from standard input.
        await using var run = ProgramRun.StartFile("/bin/bash", folder.Path, ["-c", """printf '%s\n' "$FTPX_PASSWORD" | "$@" """, "ftpx", .. NativeProgram.Command, .. words], environment);
        return (await run.WaitAsync(cancellationToken), string.Join(' ', words));
    }

    public async ValueTask DisposeAsync()
    {
        await _server.DisposeAsync();
        await _encrypted.DisposeAsync();
        await _source.DisposeAsync();
        await _destination.DisposeAsync();
    }

    private static string At(FtpServerProcess server) => $"{server.User}@{server.Name}:{server.Port}";

    // The files that commands of the pages read.
    private async Task WriteFilesAsync(string folder, CancellationToken cancellationToken)
    {
        var script = $"""
            user {_server.User} {_server.Password}
            binary
            cd /pub/passes
            lcd {folder}/data
            mget *.nc
            bye
            """;
        var list = $"ftp://{At(_server)}/pub/big.bin\nftp://{At(_server)}/pub/passes/20261120/S5P_001.nc pass-1.nc\n";
        (string Path, string Text)[] files =
        [
            ("tonight.txt", list), ("jobs/tonight.txt", list),
            ("fetch.txt", $"open {_server.Host} {_server.Port}\n{script}"),
            // Without -n the program asks for user and password.
            ("jobs/nightly.txt", $"{_server.User}\n{_server.Password}\n{script[(script.IndexOf('\n') + 1)..]}"),
        ];
        foreach (var (path, text) in files) await File.WriteAllTextAsync(Path.Combine(folder, path), text, cancellationToken);
        var python = Path.Combine(Directory.CreateDirectory(Path.Combine(folder, "bin")).FullName, "python");
        await ShellProgram.WriteAsync(python, "#!/bin/sh\ntest -s \"$2\"\n", cancellationToken);
    }

    private IEnumerable<string> Word(string word, string folder)
    {
        if (word == DocumentCommand.Hash) return ["sha256:" + Convert.ToHexString(SHA256.HashData(File.ReadAllBytes(Path.Combine(_server.Root, HashedFile))))];
        if (word == "kim") return [_encrypted.User];
        if (Paths.TryGetValue(word, out var paths)) return [paths];
        if (word.StartsWith("-s:", StringComparison.Ordinal)) return ["-s:" + Local(word[3..], folder)];
        return [word.Contains("://", StringComparison.Ordinal) ? Address(word) : Local(word, folder)];
    }

    private string Address(string word)
    {
        (string Written, string Meant)[] names =
        [
            // It has the same files.
            ("ftpes://mirror.example.org", $"ftpes://{At(_encrypted)}"),
            ("ftpes://kim@ftp.example.org", $"ftpes://{At(_encrypted)}"),
            ("ftpes://ftp.example.org", $"ftpes://{At(_encrypted)}"),
            ("ftp://kim@ftp.example.org", $"ftp://{At(_server)}"),
            ("ftp://ftp.example.org", $"ftp://{At(_server)}"),
            ("ftp://127.0.0.1:2121", $"ftp://{At(_server)}"),
            ("ftp://host", $"ftp://{At(_server)}"),
            ("ftp://a.example.org", $"ftp://{At(_source)}/"),
            ("ftp://b.example.org", $"ftp://{_destination.Host}:{_destination.Port}/"),
            ("ftp://kim@b.example.org", $"ftp://{_destination.Host}:{_destination.Port}/"),
            ("ftp://a/", $"ftp://{At(_source)}//"),
            ("ftp://b/", $"ftp://{_destination.Host}:{_destination.Port}//"),
        ];
        var (written, meant) = names.FirstOrDefault(name => word.StartsWith(name.Written, StringComparison.Ordinal));
        return written is null ? word : meant + word[written.Length..];
    }

    private static string Local(string word, string folder) =>
        word.StartsWith(@"D:\", StringComparison.Ordinal) || word.StartsWith(@".\", StringComparison.Ordinal) ? Path.Combine(folder, word[(word.IndexOf('\\') + 1)..].Replace('\\', '/')) : word;
}
