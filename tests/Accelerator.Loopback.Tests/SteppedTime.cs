using System.Threading.Channels;

namespace Accelerator.Loopback.Tests;

/// <summary>
/// A clock on which every wait lasts until the test ends it: what a test sees "during" a pause does not depend on the machine.
/// </summary>
internal sealed class SteppedTime : TimeProvider
{
    private readonly Channel<Step> _waiting = Channel.CreateUnbounded<Step>();

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var step = new Step(callback, state);
        _waiting.Writer.TryWrite(step);
        return step;
    }

    /// <summary>Ends the oldest wait that is still on, when there is one.</summary>
    public async Task StepAsync(CancellationToken cancellationToken)
    {
        while (!(await _waiting.Reader.ReadAsync(cancellationToken)).Fire())
        {
        }
    }

    private sealed class Step(TimerCallback callback, object? state) : ITimer
    {
        private bool _over;

        public bool Fire()
        {
            if (_over) return false;
            callback(state);
            return true;
        }

        public bool Change(TimeSpan dueTime, TimeSpan period) => true;

        public void Dispose() => _over = true;

        public ValueTask DisposeAsync()
        {
            _over = true;
            return ValueTask.CompletedTask;
        }
    }
}
