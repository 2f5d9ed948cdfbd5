namespace Accelerator.Interop.Tests.Script;

/// <summary>A server for a script, with the same files whatever it is.</summary>
internal sealed class ScriptServer : IAsyncDisposable
{
    private static readonly (string Path, int Size)[] Files =
    [
        ("pub/a.bin", 300_000), ("pub/b.bin", 20_000), ("pub/p1.nc", 5_000), ("pub/p2.nc", 5_001), ("pub/p3.nc", 5_002), ("pub/a name.bin", 700), ("pub/한글.bin", 800), ("pub/README", 90), ("pub/sub/deep.bin", 4_000),
    ];

    private readonly FtpServerProcess? _real;
    private readonly LoopbackServer? _inProcess;

    private ScriptServer(FtpServerProcess? real, LoopbackServer? inProcess) => (_real, _inProcess) = (real, inProcess);

    public string Host => _real?.Host ?? _inProcess!.EndPoint.Address.ToString();

    public int Port => _real?.Port ?? _inProcess!.EndPoint.Port;

    public string User => _real?.User ?? "kim";

    public string Password => _real?.Password ?? "loopback-secret";

    /// <summary>The local folder that it serves.</summary>
    public string Root => _real!.Root;

    /// <summary>How often a command with this verb was sent.</summary>
    public int CountCommands(string verb) => _real!.CountCommands(verb);

    public static byte[] Bytes(string path)
    {
        var bytes = new byte[Files.Single(file => file.Path == path).Size];
        new Random(bytes.Length).NextBytes(bytes);
        return bytes;
    }

    /// <summary>Starts one.</summary>
    /// <param name="kind">vsftpd, proftpd, pyftpdlib; writable: a vsftpd that takes files into in; one-place: a vsftpd for one session at a time; iis: one in this process that looks like it.</param>
    public static async Task<ScriptServer> StartAsync(string kind, CancellationToken cancellationToken)
    {
        if (kind == "iis") return new ScriptServer(null, StartIis());
        FtpServerProcess real = kind switch
        {
            "vsftpd" => await VsftpdServer.StartAsync(new ServerOptions(), cancellationToken),
            "proftpd" => await ProftpdServer.StartAsync(new ServerOptions(), cancellationToken),
            "pyftpdlib" => await PyftpdlibServer.StartAsync(new ServerOptions(), cancellationToken),
            "writable" => await FxpServers.StartAsync("vsftpd", [], cancellationToken),
            "one-place" => await VsftpdServer.StartAsync(new ServerOptions { MaxPerAddress = 1 }, cancellationToken),
            _ => throw new ArgumentException($"There is no server {kind}.", nameof(kind)),
        };
        foreach (var (path, _) in Files) Put(real.Root, path, Bytes(path));
        Put(real.Root, "pub/notes.txt", Encoding.ASCII.GetBytes("one\r\ntwo\r\n"));
        return new ScriptServer(real, null);
    }

    public async ValueTask DisposeAsync()
    {
        if (_real is not null) await _real.DisposeAsync();
        if (_inProcess is not null) await _inProcess.DisposeAsync();
    }

    private static LoopbackServer StartIis()
    {
        var server = LoopbackServer.Start(new LoopbackOptions { ListForm = LoopbackListForm.Dos, Banner = "220 Microsoft FTP Service", Features = LoopbackFeatures.Usual & ~LoopbackFeatures.Mlst });
        foreach (var path in new[] { "pub/a.bin", "pub/b.bin", "pub/README", "pub/sub/deep.bin" }) server.Files.AddBytes("/" + path, Bytes(path));
        return server;
    }

    private static void Put(string root, string path, byte[] bytes)
    {
        var file = Path.Combine(root, path);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllBytes(file, bytes);
    }
}
