using Accelerator.Engine.Transfers;
using Accelerator.Jobs.Ledger;
using Accelerator.Jobs.Polling;

namespace Accelerator.Jobs.Delivering;

/// <summary>An event of the service's work. The log, the page, the metrics and the alerts all receive the same events.</summary>
public abstract record JobEvent
{
    /// <summary>The beginning of the text of a slow network path's incident, before the server's name.</summary>
    public const string NetworkPathTo = "network path to ";

    private JobEvent()
    {
    }

    /// <summary>A job has polled its folders.</summary>
    public sealed record Polled(PollReport Report) : JobEvent;

    /// <summary>A file is being fetched.</summary>
    public sealed record Begun(Claim Claim, string TargetPath) : JobEvent;

    /// <summary>A file is delivered, and the ledger has it.</summary>
    /// <param name="Claim">The file's claim.</param>
    /// <param name="TargetPath">The file's path.</param>
    /// <param name="Size">The file's bytes.</param>
    /// <param name="Elapsed">The time since its start; zero if it was already in place.</param>
    /// <param name="How">How the file was verified, or that it was already in place.</param>
    public sealed record Delivered(Claim Claim, string TargetPath, long Size, TimeSpan Elapsed, string How) : JobEvent
    {
        /// <summary>The file's last change at its source, as MDTM writes it; null if it is not known.</summary>
        public string? Modified { get; init; }
    }

    /// <summary>A file could not be delivered.</summary>
    /// <param name="Claim">The file's claim.</param>
    /// <param name="Action">What happens to it.</param>
    /// <param name="Kind">The kind of failure, in one word.</param>
    /// <param name="Message">The reason, as a sentence.</param>
    public sealed record Refused(Claim Claim, DeliveryAction Action, string Kind, string Message) : JobEvent;

    /// <summary>A failure that is not a single file's: of a server, the disk or the ledger.</summary>
    /// <param name="About">The failed component: <c>server svalbard</c>, <c>ledger</c>.</param>
    /// <param name="Message">One or two sentences.</param>
    public sealed record Incident(string About, string Message) : JobEvent
    {
        /// <summary>The jobs that it stops; empty if <see cref="About"/> implies them.</summary>
        public IReadOnlyList<string> Jobs { get; init; } = [];

        /// <summary>Whether a server refused the login, or the login has no usable password. Default false.</summary>
        public bool IsLogin { get; init; }
    }

    /// <summary>A failed component works again.</summary>
    public sealed record Recovered(string About) : JobEvent;

    /// <summary>An effect of a delivery is done, or has failed.</summary>
    /// <param name="Effect">The effect.</param>
    /// <param name="Error">Why it failed; null if it is done.</param>
    /// <param name="IsLast">Whether it is no longer retried.</param>
    public sealed record AfterDelivery(DueEffect Effect, string? Error, bool IsLast) : JobEvent;

    /// <summary>The progress of transfers, five times a second while bytes move.</summary>
    public sealed record Progress(string Server, TransferSnapshot Snapshot) : JobEvent;
}
