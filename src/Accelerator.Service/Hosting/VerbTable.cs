using Accelerator.Jobs.Control;
using Accelerator.Jobs.Credentials;
using Accelerator.Jobs.Ledger;
using Accelerator.Service.Alerts;
using Accelerator.Service.Core;
using Accelerator.Service.Figures;
using Microsoft.Extensions.Logging;

namespace Accelerator.Service.Hosting;

/// <summary>
/// The table of all requests to the service. A new verb needs only a row here; docs/service-reference.md lists them, and a test compares
/// both.
/// </summary>
internal sealed class VerbTable(
    ServiceCore core, JobFileWatch watch, CredentialVault vault, StatusReader status, FiguresReader figures,
    AlertDispatcher alerts, TimeProvider time, ILogger log)
{
    public IReadOnlyList<ControlVerb> Rows =>
    [
        new("status", "Show the state and the problems of the service.", (_, reply, token) => SayStatusAsync(reply, token)),
        new("reload", "Read the job file now.", async (_, reply, token) =>
        {
            await watch.ReloadAsync(token).ConfigureAwait(false);
            await SayStatusAsync(reply, token).ConfigureAwait(false);
        }),
        new("pause", "Start no further work; files in progress are completed.", (_, reply, token) => ChangeAsync(core.Pause, reply, token)),
        new("continue", "Resume after a pause.", (_, reply, token) => ChangeAsync(core.Continue, reply, token)),
        new("alert.test", "Send a test message to every receiver of alerts.", (_, reply, token) => TestAsync(reply, token)),
        new("credential.set", "Store a secret (`name`, `secret`).", (request, _, token) => SetAsync(request, token)),
        new("credential.list", "List the names of the secrets.",
            (_, reply, token) => GuardAsync(() => reply.SayAsync("names", vault.List(), ControlJson.Default.IReadOnlyListString, token))),
        new("credential.remove", "Remove a secret (`name`).", (request, _, token) => RemoveAsync(request, token)),
        new("ledger.protection", "Tell what protects the connection to PostgreSQL whose string is a secret (`name`).",
            (request, reply, token) => TellProtectionAsync(request, reply, token)),
        .. new JobVerbs(core, watch, figures, log).Rows,
        .. new PathVerbs(core, time).Rows,
    ];

    private async Task SayStatusAsync(ControlReply reply, CancellationToken cancellationToken) =>
        await reply.SayAsync("status", await status.ReadAsync(cancellationToken).ConfigureAwait(false),
            ControlJson.Default.ServiceStatus, cancellationToken).ConfigureAwait(false);

    private async Task ChangeAsync(Action change, ControlReply reply, CancellationToken cancellationToken)
    {
        change();
        var state = core.State;
        ServiceEvents.StateChanged(log, state);
        await SayStatusAsync(reply, cancellationToken).ConfigureAwait(false);
    }

    private async Task TestAsync(ControlReply reply, CancellationToken cancellationToken)
    {
        foreach (var (receiver, problem) in await alerts.TestAsync(cancellationToken).ConfigureAwait(false))
            await reply.SayAsync("result", new AlertTestResult(receiver, problem), ControlJson.Default.AlertTestResult, cancellationToken)
                .ConfigureAwait(false);
    }

    private Task SetAsync(ControlRequest request, CancellationToken cancellationToken) => GuardAsync(async () =>
    {
        var name = request.Text("name");
        await vault.SetAsync(name, request.Text("secret"), cancellationToken).ConfigureAwait(false);
        ServiceEvents.CredentialChanged(log, name, "set");
    });

    private Task TellProtectionAsync(ControlRequest request, ControlReply reply, CancellationToken cancellationToken) =>
        GuardAsync(async () =>
        {
            var text = await vault.ReadAsync(request.Text("name"), cancellationToken).ConfigureAwait(false);
            var (member, sentence) = Protection(text);
            await reply.SayAsync(member, sentence, ControlJson.Default.String, cancellationToken).ConfigureAwait(false);
        });

    private static (string Member, string Sentence) Protection(string text)
    {
        try
        {
            var connection = PostgresConnection.Of(text);
            return (connection.IsWeak ? "warning" : "protection", connection.Protection);
        }
        catch (LedgerException e)
        {
            return ("warning", e.Message);
        }
    }

    private Task RemoveAsync(ControlRequest request, CancellationToken cancellationToken) => GuardAsync(async () =>
    {
        var name = request.Text("name");
        await vault.RemoveAsync(name, cancellationToken).ConfigureAwait(false);
        ServiceEvents.CredentialChanged(log, name, "removed");
    });

    private static async Task GuardAsync(Func<Task> work)
    {
        try
        {
            await work().ConfigureAwait(false);
        }
        catch (CredentialException e)
        {
            throw new ControlException(
                e.Kind switch { CredentialFailure.Wrong => ControlFailure.Usage, CredentialFailure.Unknown => ControlFailure.NotFound,
                    _ => ControlFailure.Disk }, e.Message, e);
        }
    }
}
