using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Jobs.Definitions;

namespace Accelerator.Jobs.Delivering;

/// <summary>
/// The local interfaces that the job file names for a server (<c>bind</c>), looked up whenever its sessions are opened again: an interface
/// may come and go while a service runs.
/// </summary>
internal sealed class ServerBinding(ServerDefinition server, JobTools tools)
{
    // An incident of the previous job file may still be open.
    private bool _mayStand = true;

    /// <summary>
    /// Finds the named interfaces that exist; if none is named, returns one entry that leaves the choice to the system. Missing interfaces
    /// are reported as an incident.
    /// </summary>
    /// <exception cref="TransferException">None of them exists.</exception>
    public IReadOnlyList<LocalPath?> Find()
    {
        if (server.Bind.Count == 0) return [null];
        var (found, missing, here) = (new List<LocalPath>(), new List<string>(), tools.Interfaces());
        foreach (var name in server.Bind)
        {
            if (LocalPath.TryFind([.. found.Select(path => path.Name), name], here, out var paths, out var problem)) found = [.. paths];
            else missing.Add(problem);
        }
        if (found.Count == 0)
            throw new TransferException(
                FailureKind.Network,
                $"None of the local paths in the job file (bind of the server {server.Name}) exists on this computer. "
                    + $"{string.Join(" ", missing)}");
        Notify(found, missing);
        return found;
    }

    private void Notify(List<LocalPath> found, List<string> missing)
    {
        var source = $"paths to server {server.Name}";
        if (missing.Count > 0)
            tools.Events.Report(new JobEvent.Incident(
                source,
                $"{string.Join(" ", missing)} The service continues with {string.Join(", ", found)}; "
                    + "the others are checked when new sessions are opened."));
        else if (_mayStand) tools.Events.Report(new JobEvent.Recovered(source));
        _mayStand = missing.Count > 0;
    }
}
