using Accelerator.Cli.Options;
using Accelerator.Cli.Values;

namespace Accelerator.Cli.Serve;

/// <summary>The <c>ftpx serve</c> command: parses its arguments into <see cref="ServeOptions"/>. The runner is injected.</summary>
internal sealed class ServeCommand : VerbCommand<ServeOptions>
{
    public ServeCommand(Func<ServeOptions, Task<int>> run)
        : base("serve", "Serve a folder over FTP, read only, to try ftpx without another server. Ctrl-C ends it.", run)
    {
        Argument(
            "DIR", "The folder to serve. Nothing in it is changed, and nothing outside of it is shown.", (o, v) => o with { Folder = v });
        Value(
            "--port", "N", $"{ServeValues.UsualPort}", "Port; 0 takes any that is free.", ServeValues.Port, (o, v) => o with { Port = v });
        Value(
            "--bind", "ADDRESS", "127.0.0.1", "Address to listen at; 0.0.0.0 lets other computers in, and everything goes in clear text.",
            GetValues.Address, (o, v) => o with { Bind = v });
        Value(
            "--user", "NAME", "anybody, without a password", "The only user; the password comes from FTPX_PASSWORD, or is asked for.",
            GetValues.User, (o, v) => o with { User = v });
        Value(
            "--rate", "RATE", "unlimited", "Bytes per second of each data connection (100M), or bits as 800Mbit.", ByteQuantity.ParseRate,
            (o, v) => o with { Rate = v });
        Value(
            "--total-rate", "RATE", "unlimited", "Bytes per second of all data connections together.", ByteQuantity.ParseRate,
            (o, v) => o with { TotalRate = v });
        Value(
            "--delay", "TIME", "none", "Time from a command to its answer, as a long way would take: 50ms.", ServeValues.Delay,
            (o, v) => o with { Delay = v });
        Value(
            "--max-sessions", "N", $"{ServeValues.UsualSessions}", "Most sessions at one time; the next is answered 421.",
            ServeValues.Sessions, (o, v) => o with { MaxSessions = v });
        Flag("--json", "One JSON object a line.", (o, v) => o with { Json = v });
        Takes(new ServeOptions { Folder = "" });
    }
}
