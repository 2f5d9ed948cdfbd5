namespace Accelerator.Interop.Tests.Servers;

/// <summary><c>ftpx serve</c>: anonymous access to the folder itself, whatever links lie in it.</summary>
public sealed class FtpxServer : FtpServerProcess
{
    private FtpxServer(ServerOptions options) : base(options)
    {
    }

    public override string User => "anonymous";

    public override string Password => "nobody@example.org";

    protected override Regex? LoggedCommand => null;

    public static Task<FtpxServer> StartAsync(ServerOptions options, CancellationToken cancellationToken) =>
        LaunchAsync(new FtpxServer(options), cancellationToken);

    private protected override (string File, IReadOnlyList<string> Arguments) Prepare(ServerFolder folder)
    {
        List<string> words = [.. NativeProgram.Command.Skip(1), "serve", folder.Served, "--bind", Host, "--port", $"{Port}", .. Options.Extra];
        if (Options.BytesPerSecond is { } rate) words.AddRange(["--rate", $"{rate}"]);
        if (Options.MaxClients is { } most) words.AddRange(["--max-sessions", $"{most}"]);
        return (NativeProgram.Command[0], words);
    }
}
