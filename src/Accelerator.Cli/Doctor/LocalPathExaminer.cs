using System.Net;
using System.Net.Sockets;
using Accelerator.Ftp;
using Accelerator.Ftp.Sessions;
using Accelerator.Tuning.Advising;
using Accelerator.Tuning.Reading;

namespace Accelerator.Cli.Doctor;

/// <summary>
/// Examines local paths to one server: a connection over each, with a short time limit, and the system's routing of its packets.
/// </summary>
/// <param name="time">Clock.</param>
/// <param name="interfaces">The interfaces of this computer, with their addresses.</param>
/// <param name="links">The same interfaces, with their speeds.</param>
/// <param name="ipAsync">Runs <c>ip</c>; see <see cref="IpCommand"/>.</param>
internal sealed class LocalPathExaminer(TimeProvider time, Func<IReadOnlyList<LocalInterface>> interfaces,
    Func<IReadOnlyList<LinkFacts>> links, Func<IReadOnlyList<string>, CancellationToken, Task<string?>> ipAsync)
{
    private static readonly FtpTimeouts Patience = new() { Connect = TimeSpan.FromSeconds(3), Reply = TimeSpan.FromSeconds(3) };

    /// <summary>Examines each local path. A path that carries no data is a finding.</summary>
    public async Task<IReadOnlyList<LocalPathExam>> ExamineAsync(
        ExaminedServer server, IReadOnlyList<LocalPath> paths, CancellationToken cancellationToken)
    {
        var (here, speeds) = (interfaces(), links());
        // In parallel: each has a connection of its own, and one that hangs must not delay the others.
        return await Task.WhenAll(paths.Select(path => ExamineAsync(server, path, here, speeds, cancellationToken))).ConfigureAwait(false);
    }

    private async Task<LocalPathExam> ExamineAsync(
        ExaminedServer server, LocalPath path, IReadOnlyList<LocalInterface> here, IReadOnlyList<LinkFacts> speeds,
        CancellationToken cancellationToken)
    {
        var (exam, remote) = (new LocalPathExam(path.Name), (IPAddress?)null);
        try
        {
            var heard =
                await new GreetingCall(server.Endpoint, Patience, time) { LocalPath = path, Proxy = server.Proxy }
                    .MakeAsync(cancellationToken).ConfigureAwait(false);
            remote = Plain(heard.Remote);
            exam = exam with { RoundTrip = heard.Path.RoundTrip is { } reported && reported < heard.Connect && reported > TimeSpan.Zero
                ? reported : heard.Connect };
        }
        catch (FtpException e)
        {
            exam = exam with { Failure = e.Message };
            remote = await FindAsync(server, path, cancellationToken).ConfigureAwait(false);
        }
        if ((remote is null ? path.IPv4 ?? path.IPv6 : path.For(remote.AddressFamily)) is not { } local) return exam;
        var owner = here.FirstOrDefault(one => one.Addresses.Any(address => address.Equals(local)));
        return exam with
        {
            Local = local,
            Interface = owner?.Name,
            Gateway = local.AddressFamily == AddressFamily.InterNetwork ? owner?.Gateway : null,
            BitsPerSecond = speeds.FirstOrDefault(link => link.Name == owner?.Name) is { BitsPerSecond: > 0 and var speed } ? speed : null,
            Route = remote is null ? null
                : await RouteAsync(local, remote, path.Device, owner?.Name, cancellationToken).ConfigureAwait(false),
        };
    }

    private async Task<RouteExam?> RouteAsync(
        IPAddress local, IPAddress remote, string? device, string? owner, CancellationToken cancellationToken)
    {
        var family = local.AddressFamily == AddressFamily.InterNetworkV6 ? "-6" : "-4";
        string[] get = [family, "-o", "route", "get", remote.ToString(), "from", local.ToString(),
            .. device is null ? (string[])[] : ["oif", device]];
        if (await ipAsync(get, cancellationToken).ConfigureAwait(false) is not { } route) return null;
        var rules = await ipAsync([family, "rule", "show"], cancellationToken).ConfigureAwait(false);
        var routes = await ipAsync([family, "route", "show", "table", "all"], cancellationToken).ConfigureAwait(false);
        return RouteExam.Read(local, owner, route, rules ?? "", routes ?? "");
    }

    // Asking the system for its route needs no connection.
    private static async Task<IPAddress?> FindAsync(ExaminedServer server, LocalPath path, CancellationToken cancellationToken)
    {
        var host = server.Proxy?.Host ?? server.Endpoint.Host;
        try
        {
            var all = IPAddress.TryParse(host, out var literal)
                ? [literal] : await Dns.GetHostAddressesAsync(host, cancellationToken).ConfigureAwait(false);
            return all.FirstOrDefault(address => path.For(address.AddressFamily) is not null);
        }
        catch (SocketException)
        {
            return null;
        }
    }

    private static IPAddress Plain(IPAddress address) => address.IsIPv4MappedToIPv6 ? address.MapToIPv4() : address;
}
