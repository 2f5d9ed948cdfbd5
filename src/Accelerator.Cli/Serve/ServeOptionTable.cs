using System.CommandLine;
using System.Globalization;
using System.Net;
using Accelerator.Cli.Options;
using Accelerator.Cli.Values;

namespace Accelerator.Cli.Serve;

/// <summary>The options of <c>ftpx serve</c>.</summary>
internal sealed class ServeOptionTable : OptionTable
{
    public ServeOptionTable()
    {
        Port = Value<int?>("--port", "N", ServeValues.UsualPort.ToString(CultureInfo.InvariantCulture), "Port; 0 takes any that is free.", text => ServeValues.Port(text));
        Bind = Value("--bind", "ADDRESS", "127.0.0.1", "Address to listen at; 0.0.0.0 lets other computers in, and everything goes in clear text.", GetValues.Address);
        User = Value("--user", "NAME", "anybody, without a password", "The only user; the password comes from FTPX_PASSWORD, or is asked for.", GetValues.User);
        Rate = Value<long?>("--rate", "RATE", "unlimited", "Bytes per second of each data connection (100M), or bits as 800Mbit.", text => ByteQuantity.ParseRate(text));
        TotalRate = Value<long?>("--total-rate", "RATE", "unlimited", "Bytes per second of all data connections together.", text => ByteQuantity.ParseRate(text));
        Delay = Value<TimeSpan?>("--delay", "TIME", "none", "Time from a command to its answer, as a long way would take: 50ms.", text => ServeValues.Delay(text));
        MaxSessions = Value<int?>("--max-sessions", "N", ServeValues.UsualSessions.ToString(CultureInfo.InvariantCulture), "Most sessions at one time; the next is answered 421.", text => ServeValues.Sessions(text));
        Json = Flag("--json", "One JSON object a line.");
    }

    public Argument<string> Folder { get; } = new("DIR") { Description = "The folder to serve. Nothing in it is changed, and nothing outside of it is shown." };

    public Option<int?> Port { get; }

    public Option<IPAddress?> Bind { get; }

    public Option<string?> User { get; }

    public Option<long?> Rate { get; }

    public Option<long?> TotalRate { get; }

    public Option<TimeSpan?> Delay { get; }

    public Option<int?> MaxSessions { get; }

    public Option<bool> Json { get; }
}
