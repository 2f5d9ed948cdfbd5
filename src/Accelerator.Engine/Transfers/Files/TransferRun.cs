using Accelerator.Engine.Transfers.Routes;
using Accelerator.Engine.Transfers.Scheduling;

namespace Accelerator.Engine.Transfers.Files;

/// <summary>The state shared by the files of one run. The streams share more: <see cref="WorkerContext"/>.</summary>
internal abstract record TransferRun
{
    /// <summary>The request.</summary>
    public required TransferRequest Request { get; init; }

    /// <summary>The clock.</summary>
    public required TimeProvider Time { get; init; }

    /// <summary>The files.</summary>
    public required RunFiles Files { get; init; }

    /// <summary>All routes of the run.</summary>
    public required IReadOnlyList<Route> Routes { get; init; }

    /// <summary>Set whenever there may be work for an idle worker.</summary>
    public required WakeSignal WorkChanged { get; init; }

    /// <summary>Keeps eight streams with one failure from reporting it eight times.</summary>
    public required NoticeFilter Retries { get; init; }

    /// <summary>The receiver of notices and results.</summary>
    public required IProgress<TransferEvent> Events { get; init; }

    /// <summary>Reports one sentence to the observer.</summary>
    public void Notice(NoticeKind kind, string message) => Events.Report(new TransferEvent.Notice(kind, message));
}

/// <summary>Admits each sentence at most once in five seconds.</summary>
internal sealed class NoticeFilter(TimeProvider time)
{
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(5);

    private readonly object _lock = new();
    private readonly Dictionary<string, long> _last = [];

    /// <summary>Returns whether the sentence is to be shown now.</summary>
    public bool Admit(string message)
    {
        lock (_lock)
        {
            if (_last.TryGetValue(message, out var last) && time.GetElapsedTime(last) < Pause) return false;
            if (_last.Count > 200) _last.Clear();
            _last[message] = time.GetTimestamp();
            return true;
        }
    }
}
