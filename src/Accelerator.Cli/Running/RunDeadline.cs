using System.Globalization;
using Accelerator.Cli.Options;
using Accelerator.Cli.Output;
using Accelerator.Cli.Values;

namespace Accelerator.Cli.Running;

/// <summary>The time at which <c>--max-time</c> or <c>--stop-at</c>, whichever is first, ends a run.</summary>
internal sealed class RunDeadline : IDisposable
{
    private readonly CancellationTokenSource _source;
    private readonly string _sentence;

    private RunDeadline(TimeSpan left, string sentence, TimeProvider time) =>
        (_source, _sentence) = (new CancellationTokenSource(left, time), sentence);

    /// <summary>Cancelled at that time.</summary>
    public CancellationToken Token => _source.Token;

    /// <summary>Whether the time has come.</summary>
    public bool IsOver => _source.IsCancellationRequested;

    /// <summary>Returns the deadline of a run that begins now; null if it has none.</summary>
    public static RunDeadline? Of(TransferOptions options, TimeProvider time)
    {
        var now = time.GetUtcNow();
        var left = options.StopAt is { } at ? DayTime.Next(at, now, time.LocalTimeZone) - now : (TimeSpan?)null;
        if (options.MaxTime is { } most && !(left < most))
            return new RunDeadline(most, $"the limit of --max-time was reached ({Format.Clock(most)})", time);
        if (left is not { } until) return null;
        var clock = options.StopAt!.Value.ToString("HH:mm", CultureInfo.InvariantCulture);
        return new RunDeadline(until, $"it is {clock}, the time of --stop-at", time);
    }

    /// <summary>Says why the run ends when the time comes.</summary>
    /// <param name="say">Shows a sentence.</param>
    /// <param name="isKept">Whether what has arrived is kept.</param>
    public void Tell(Action<string> say, bool isKept) =>
        Token.Register(() => say($"{_sentence}; stopping.{(isKept ? " Data transferred so far is kept." : "")}"));

    /// <inheritdoc/>
    public void Dispose() => _source.Dispose();
}
