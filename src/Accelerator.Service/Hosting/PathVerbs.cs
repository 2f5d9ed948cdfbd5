using System.Globalization;
using Accelerator.Jobs.Control;
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
        new("measurements", "List the measurements of network paths, the oldest first (optional `server`, `since`).", ListAsync),
    ];

    private async Task ListAsync(ControlRequest request, ControlReply reply, CancellationToken cancellationToken)
    {
        var (server, since) = (request.OptionalText("server"), Since(request));
        if (server is not null && core.Jobs is { } jobs && !jobs.Servers.ContainsKey(server))
            throw new ControlException(ControlFailure.NotFound,
                $"The job file has no server \"{server}\"; it has {string.Join(", ", jobs.Servers.Keys)}.");
        if (core.Ledger is not { } ledger)
            throw new ControlException(ControlFailure.Disk,
                "The ledger does not answer, so there are no measurements to show. ftpx service status shows why.");
        try
        {
            foreach (var one in await ledger.Paths.ListAsync(server, since, Most, cancellationToken).ConfigureAwait(false))
                await reply.SayAsync("measurement", one, ControlJson.Default.PathMeasurement, cancellationToken).ConfigureAwait(false);
        }
        catch (LedgerException e)
        {
            throw new ControlException(ControlFailure.Disk, e.Message, e);
        }
    }

    private DateTimeOffset Since(ControlRequest request)
    {
        if (request.OptionalText("since") is not { } text) return time.GetUtcNow() - UsualSince;
        return DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var since) ? since
            : throw new ControlException(ControlFailure.Usage, "\"since\" is a time, as in 2026-11-20T12:00:00Z.");
    }
}
