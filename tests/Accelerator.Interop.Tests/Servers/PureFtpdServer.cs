namespace Accelerator.Interop.Tests.Servers;

/// <summary>Pure-FTPd 1.0.50 with one virtual user. It tells commands only to syslog, so they cannot be counted here.</summary>
public sealed class PureFtpdServer : FtpServerProcess
{
    private PureFtpdServer(ServerOptions options) : base(options)
    {
        if (options.Tls == ServerTls.Implicit)
            throw new ArgumentException("Pure-FTPd has no implicit TLS: ask for ServerTls.Explicit.", nameof(options));
    }

    protected override Regex? LoggedCommand => null;

    public static Task<PureFtpdServer> StartAsync(ServerOptions options, CancellationToken cancellationToken) =>
        LaunchAsync(new PureFtpdServer(options), cancellationToken);

    private protected override (string File, IReadOnlyList<string> Arguments) Prepare(ServerFolder folder)
    {
        List<string> arguments =
        [
            $"--bind={Host},{Port}",
            Options.IPv6 ? "--ipv6only" : "--ipv4only",
            $"--login=puredb:{MakeUserDatabase(folder)}",
            "--noanonymous",
            "--chrooteveryone",
            "--minuid=1",
            // Its own range begins at 1024 and would include the ports that tests reserve.
            "--passiveportrange=32768:60999",
            "--dontresolve",
            $"--pidfile={folder.File("pure-ftpd.pid")}",
            $"--altlog=clf:{folder.File(LogFileName)}",
            $"--maxclientsnumber={Options.MaxClients ?? 200}",
        ];
        if (Options.MaxPerAddress is { } perAddress)
            arguments.Add($"--maxclientsperip={perAddress}");
        if (Options.BytesPerSecond is { } rate)
            arguments.Add($"--userbandwidth={Math.Max(1, rate / 1024)}");
        if (Options.Tls == ServerTls.Explicit)
            arguments.AddRange(["--tls=1", $"--certfile={CertificateFile}"]);
        return (ServerTools.Require("pure-ftpd"), [.. arguments, .. Options.Extra]);
    }

    private static string MakeUserDatabase(ServerFolder folder)
    {
        // name:password:uid:gid:gecos:home and limits left empty; "/./" is where the chroot ends.
        var users = folder.Write("users", [$"{VirtualUser.Name}:{VirtualUser.Crypted}:65534:65534::{folder.Served}/./::::::::::::"]);
        var database = folder.File("users.pdb");
        var start = new ProcessStartInfo(ServerTools.Require("pure-pw"), ["mkdb", database, "-f", users]) { RedirectStandardError = true };
        foreach (var (name, value) in ServerTools.UnpackedEnvironment)
            start.Environment[name] = value;
        using var maker = Process.Start(start)!;
        var said = maker.StandardError.ReadToEnd();
        maker.WaitForExit();
        return maker.ExitCode == 0
            ? database
            : throw new InvalidOperationException($"pure-pw mkdb could not make {database} from {users}: {said}");
    }
}
