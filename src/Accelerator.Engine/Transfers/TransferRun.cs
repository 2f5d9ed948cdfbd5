namespace Accelerator.Engine.Transfers;

/// <summary>What the files of one run share. The streams share more: <see cref="WorkerContext"/>.</summary>
internal abstract record TransferRun
{
    /// <summary>What is wanted.</summary>
    public required TransferRequest Request { get; init; }

    /// <summary>Clock.</summary>
    public required TimeProvider Time { get; init; }

    /// <summary>The files.</summary>
    public required RunFiles Files { get; init; }

    /// <summary>All lanes of the run.</summary>
    public required IReadOnlyList<Route> Routes { get; init; }

    /// <summary>Set whenever there may be work for an idle worker.</summary>
    public required WakeSignal WorkChanged { get; init; }

    /// <summary>Keeps eight streams with one failure from reporting it eight times.</summary>
    public required NoticeFilter Retries { get; init; }

    /// <summary>Where notices and results go.</summary>
    public required IProgress<TransferEvent> Events { get; init; }

    /// <summary>Tells the observer one sentence.</summary>
    public void Notice(NoticeKind kind, string message) => Events.Report(new TransferEvent.Notice(kind, message));
}
