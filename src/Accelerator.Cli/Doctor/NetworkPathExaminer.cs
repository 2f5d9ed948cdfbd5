using System.Net;
using System.Net.NetworkInformation;
using System.Net.Sockets;
using Accelerator.Ftp;
using Accelerator.Ftp.Sessions;
using Accelerator.Tuning.Advising;
using Accelerator.Tuning.Machine;
using Accelerator.Tuning.Reading;

namespace Accelerator.Cli.Doctor;

/// <summary>
/// Measures the network path to a server: three greetings, without a login, then echoes. A proxy does not forward echoes: they go to it.
/// </summary>
/// <param name="time">Clock.</param>
/// <param name="echoAsync">Sends one echo; see <see cref="PingEcho"/>.</param>
internal sealed class NetworkPathExaminer(TimeProvider time, Func<IPAddress, int, TimeSpan, CancellationToken, Task<EchoAnswer>> echoAsync)
{
    private const int Calls = 3;
    private const int Ethernet = 1500;

    // A round trip is a handshake and needs no load; a server that greets later than this is slow, not distant.
    private static readonly FtpTimeouts Patience = new() { Connect = TimeSpan.FromSeconds(10), Reply = TimeSpan.FromSeconds(10) };
    private static readonly TimeSpan ShortestWait = TimeSpan.FromSeconds(2);

    /// <summary>Measures the path. An unreachable server is a finding.</summary>
    public async Task<NetworkPathExam> ExamineAsync(ExaminedServer server, HostFacts host, CancellationToken cancellationToken)
    {
        var name = server.Endpoint.ToString();
        var call = new GreetingCall(server.Endpoint, Patience, time) { Proxy = server.Proxy };
        var heard = new List<GreetingFacts>();
        try
        {
            // Stop if the server is full or does not answer.
            while (heard.Count < Calls && heard is [] or [.., { Problem: "" }])
                heard.Add(await call.MakeAsync(cancellationToken).ConfigureAwait(false));
        }
        catch (FtpException e) when (heard.Count == 0)
        {
            return new NetworkPathExam(name) { Proxy = server.Proxy?.ToString(), Failure = e.Message };
        }
        catch (FtpException)
        {
            // The greetings received before the failure still count.
        }

        var last = heard[^1];
        var roundTrip = heard.Select(facts => facts.Path.RoundTrip ?? facts.Connect).Concat(heard.Select(facts => facts.Connect))
            .Where(trip => trip > TimeSpan.Zero).Min();
        var exam = new NetworkPathExam(name)
        {
            Proxy = server.Proxy?.ToString(),
            Doubt = last.Problem.Length > 0 ? last.Problem : null,
            Local = Plain(last.Local),
            Remote = Plain(last.Remote),
            RoundTrip = roundTrip,
            Greeting = heard.Min(facts => facts.Greeting),
            Connections = heard.Count,
            ConnectionMtu = last.Path.PathMtu,
        };
        return exam with { Mtu = await AskForMtuAsync(exam, host, cancellationToken).ConfigureAwait(false) };
    }

    /// <summary>Returns the adapter that carries a path; null if no adapter has its address.</summary>
    public static AdapterFacts? Carrier(HostFacts host, NetworkPathExam path) =>
        path.Local is { } local ? host.Adapters.FirstOrDefault(adapter => adapter.Link?.Addresses.Contains(local) == true) : null;

    private async Task<PathMtu> AskForMtuAsync(NetworkPathExam path, HostFacts host, CancellationToken cancellationToken)
    {
        if (IPAddress.IsLoopback(path.Remote!)) return new PathMtu(
            MtuEvidence.Unknown, null, $"the {(path.Proxy is null ? "server" : "proxy")} is on this computer.");
        if (path.Remote!.AddressFamily != AddressFamily.InterNetwork)
            return new PathMtu(MtuEvidence.Unknown, null, "the path is IPv6, where the system itself fragments echo requests.");
        var link = Carrier(host, path)?.Link is { Mtu: > 0 and var mtu } ? mtu : Ethernet;
        var wait = path.RoundTrip!.Value * 4 is var longer && longer > ShortestWait ? longer : ShortestWait;
        try
        {
            return await MtuSearch.RunAsync(link, size => echoAsync(path.Remote, size, wait, cancellationToken)).ConfigureAwait(false);
        }
        catch (Exception e) when (e is PingException or PlatformNotSupportedException)
        {
            var reason = SafeText.Escape((e.InnerException ?? e).Message.Split('\n')[0].Trim());
            return new PathMtu(MtuEvidence.Unknown, null, $"no echo request could be sent from this computer ({reason.TrimEnd('.')}).");
        }
    }

    private static IPAddress Plain(IPAddress address) => address.IsIPv4MappedToIPv6 ? address.MapToIPv4() : address;
}
