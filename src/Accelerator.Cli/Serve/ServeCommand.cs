using Accelerator.Cli.Options;
using Accelerator.Cli.Values;

namespace Accelerator.Cli.Serve;

/// <summary>The <c>ftpx serve</c> command: parses its arguments into <see cref="ServeOptions"/>. The runner is injected.</summary>
internal sealed class ServeCommand : VerbCommand<ServeOptions>
{
    public ServeCommand(Func<ServeOptions, Task<int>> run)
        : base("serve", "Serve a folder over FTP, read-only, to try ftpx", run)
    {
        Argument("DIR", "Folder to serve, until Ctrl-C", (o, v) => o with { Folder = v });
        Example("ftpx serve passes", "at ftp://127.0.0.1:2121/");
        Example("ftpx serve --delay 150ms --rate 8M passes", "like a distant server");

        Value(
            "--port", "N", $"{ServeValues.UsualPort}", "Port; 0 for any free port", ServeValues.Port, (o, v) => o with { Port = v });
        Value(
            "--bind", "ADDR", "127.0.0.1", "Address to listen on; 0.0.0.0 admits other computers", GetValues.Address,
            (o, v) => o with { Bind = v });
        Value(
            "--user", "NAME", "any, no password", "The only user; password: FTPX_PASSWORD, or a prompt", GetValues.User,
            (o, v) => o with { User = v });
        Value(
            "--rate", "RATE", "none", "Limit of each data connection: 100M (bytes/s), 800Mbit", ByteQuantity.ParseRate,
            (o, v) => o with { Rate = v });
        Value(
            "--total-rate", "RATE", "none", "Limit of all data connections together", ByteQuantity.ParseRate,
            (o, v) => o with { TotalRate = v });
        Value(
            "--delay", "TIME", "none", "Delay of each reply, to simulate distance: 50ms", ServeValues.Delay,
            (o, v) => o with { Delay = v });
        Value(
            "--max-sessions", "N", $"{ServeValues.UsualSessions}", "Maximum number of sessions; more get reply 421",
            ServeValues.Sessions, (o, v) => o with { MaxSessions = v });
        Flag("--json", JsonText, (o, v) => o with { Json = v });
        Takes(new ServeOptions { Folder = "" });
    }
}
