using Accelerator.Jobs.Delivering;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Service.Figures;

/// <summary>A node that shares the ledger.</summary>
/// <param name="Name">Its name.</param>
/// <param name="IsHere">Whether it is this node.</param>
/// <param name="State"><c>alive</c>; <c>dead</c>: it stopped without leaving; <c>left</c>: it stopped on purpose.</param>
/// <param name="SeenAt">Its last heartbeat, by the database's clock; null for a node that left.</param>
/// <param name="Version">Its program's version.</param>
/// <param name="Sessions">The sessions that were logged in at that time; 0 if it does not live.</param>
/// <param name="HasSameJobs">Whether it has the job file of this node.</param>
internal sealed record NodeFigures(
    string Name, bool IsHere, string State, DateTimeOffset? SeenAt, string Version, int Sessions, bool HasSameJobs)
{
    // As long as other nodes wait before they take over its files.
    private static readonly TimeSpan Silence = LeaseTimes.Default.Lease + LeaseTimes.Default.Grace;

    /// <summary>How long a node that does not return is reported: after this time it counts as removed.</summary>
    private static readonly TimeSpan Remembered = TimeSpan.FromDays(7);

    /// <summary>Returns the nodes for the page, by name. Pure.</summary>
    /// <param name="beats">Their heartbeats.</param>
    /// <param name="here">The name of this node.</param>
    /// <param name="jobs">The digest of the job file in force here.</param>
    public static IReadOnlyList<NodeFigures> Of(IReadOnlyList<NodeBeat> beats, string here, string? jobs) =>
    [
        .. beats.Where(beat => !beat.HasLeft && beat.Age < Remembered || beat.Node == here).Select(beat =>
        {
            var state = beat.HasLeft ? "left" : beat.Age < Silence ? "alive" : "dead";
            return new NodeFigures(beat.Node, beat.Node == here, state, beat.HasLeft ? null : beat.LastBeat, beat.Version,
                state == "alive" ? beat.Sessions : 0, beat.Jobs == jobs);
        }),
    ];

    /// <summary>Returns a sentence on a node that is dead; null for any other.</summary>
    public string? Sentence => State != "dead" ? null
        : $"The node {Name} has sent no heartbeat since {SeenAt:u}: its process, its computer or its connection to the ledger has failed. "
            + "The other nodes have taken over its files. Start ftpxd on it again; a node that is stopped with ftpx service stop "
            + "leaves the cluster without this message.";
}
