using Accelerator.Engine.Transfers;
using Accelerator.Jobs.Ledger;
using Accelerator.Jobs.Polling;

namespace Accelerator.Jobs.Delivering;

/// <summary>What a service's work tells its observers: the log, the page, the figures and the alerts all hear the same.</summary>
public abstract record JobEvent
{
    private JobEvent()
    {
    }

    /// <summary>A job has looked into its folders.</summary>
    public sealed record Polled(PollReport Report) : JobEvent;

    /// <summary>A file is being fetched.</summary>
    public sealed record Begun(Claim Claim, string TargetPath) : JobEvent;

    /// <summary>A file is delivered, and the ledger has it.</summary>
    /// <param name="Claim">Which file.</param>
    /// <param name="TargetPath">Where it is.</param>
    /// <param name="Size">Its bytes.</param>
    /// <param name="Elapsed">From its beginning; zero where it was there already.</param>
    /// <param name="How">How it was proven, or that it was there.</param>
    public sealed record Delivered(Claim Claim, string TargetPath, long Size, TimeSpan Elapsed, string How) : JobEvent;

    /// <summary>A file could not be delivered.</summary>
    /// <param name="Claim">Which file.</param>
    /// <param name="Action">What becomes of it.</param>
    /// <param name="Kind">Why, in one word.</param>
    /// <param name="Message">Why, as a sentence.</param>
    public sealed record Refused(Claim Claim, DeliveryAction Action, string Kind, string Message) : JobEvent;

    /// <summary>Something is wrong that is no single file's fault: a server, the disk, the ledger.</summary>
    /// <param name="About">What: <c>server svalbard</c>, <c>ledger</c>.</param>
    /// <param name="Message">One or two sentences.</param>
    public sealed record Incident(string About, string Message) : JobEvent
    {
        /// <summary>The jobs that it stops; empty where <see cref="About"/> says it.</summary>
        public IReadOnlyList<string> Jobs { get; init; } = [];
    }

    /// <summary>What was in trouble works again.</summary>
    public sealed record Recovered(string About) : JobEvent;

    /// <summary>Something that was to be done after a delivery is done, or has failed.</summary>
    /// <param name="Effect">What.</param>
    /// <param name="Error">Why it failed; null where it is done.</param>
    /// <param name="IsLast">Whether it is tried no more.</param>
    public sealed record AfterDelivery(DueEffect Effect, string? Error, bool IsLast) : JobEvent;

    /// <summary>Five times a second while bytes move.</summary>
    public sealed record Progress(string Server, TransferSnapshot Snapshot) : JobEvent;
}
