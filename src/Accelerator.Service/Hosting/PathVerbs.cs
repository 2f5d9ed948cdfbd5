using System.Globalization;
using Accelerator.Ftp;
using Accelerator.Jobs.Control;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;
using Accelerator.Service.Core;

namespace Accelerator.Service.Hosting;

/// <summary>The rows of <see cref="VerbTable"/> for the measurements of network paths.</summary>
internal sealed class PathVerbs(ServiceCore core, TimeProvider time)
{
    private const int Most = 10_000;

    private static readonly TimeSpan UsualSince = TimeSpan.FromDays(7);

    public IReadOnlyList<ControlVerb> Rows =>
    [
        new("measurements",
            "List the measurements of network paths, the oldest first (optional `server`: a server, a job or a URL; `since`).", ListAsync),
    ];

    private async Task ListAsync(ControlRequest request, ControlReply reply, CancellationToken cancellationToken)
    {
        var since = Since(request);
        IReadOnlyList<string?> servers = request.OptionalText("server") is { } text ? ServersOf(text, core.Jobs) : [null];
        if (core.Ledger is not { } ledger)
            throw new ControlException(ControlFailure.Disk,
                "The ledger does not answer, so there are no measurements to show. ftpx service status shows why.");
        try
        {
            var found = new List<PathMeasurement>();
            foreach (var server in servers)
                found.AddRange(await ledger.Paths.ListAsync(server, since, Most, cancellationToken).ConfigureAwait(false));
            foreach (var one in found.OrderBy(static one => one.At))
                await reply.SayAsync("measurement", one, ControlJson.Default.PathMeasurement, cancellationToken).ConfigureAwait(false);
        }
        catch (LedgerException e)
        {
            throw new ControlException(ControlFailure.Disk, e.Message, e);
        }
    }

    // A job is named for its server. One address may be several servers, which differ by their user.
    private static List<string?> ServersOf(string text, JobFile? jobs)
    {
        if (jobs is null || jobs.Servers.ContainsKey(text)) return [text];
        if (jobs.Jobs.FirstOrDefault(job => job.Name == text) is { } job) return [job.Server.Name];
        var name = text;
        if (text.Contains("://", StringComparison.Ordinal))
        {
            if (!FtpUrl.TryParse(text, FtpCharsets.Utf8, out var url, out var problem))
                throw new ControlException(ControlFailure.Usage, problem);
            // Without the password that the URL may contain.
            name = $"{url.Endpoint.Scheme}://{url.Endpoint}";
            List<string?> same =
            [
                .. from server in jobs.Servers.Values
                   where (url.User is null || server.User == url.User) && server.Endpoint.Port == url.Endpoint.Port
                       && string.Equals(server.Endpoint.Host, url.Endpoint.Host, StringComparison.OrdinalIgnoreCase)
                   select server.Name,
            ];
            if (same.Count > 0) return same;
        }
        throw new ControlException(ControlFailure.NotFound, $"The job file has no server and no job \"{SafeText.Escape(name)}\"; "
            + $"it has the servers {string.Join(", ", jobs.Servers.Values.Select(server => $"{server.Name} ({server.Endpoint})"))}.");
    }

    private DateTimeOffset Since(ControlRequest request)
    {
        if (request.OptionalText("since") is not { } text) return time.GetUtcNow() - UsualSince;
        return DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var since) ? since
            : throw new ControlException(ControlFailure.Usage, "\"since\" is a time, as in 2026-11-20T12:00:00Z.");
    }
}
