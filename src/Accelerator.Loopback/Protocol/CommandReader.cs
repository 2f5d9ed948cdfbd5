using Accelerator.Loopback.Faults;

namespace Accelerator.Loopback.Protocol;

/// <summary>Reads command lines one by one, and follows the connection's script while there is none.</summary>
internal sealed class CommandReader(ControlConnection control, ConnectionScript script, TimeProvider time)
{
    private bool _remarked;

    private TimeSpan? IdleLimit => script.IdleRemark is { } remark && !_remarked ? remark.After : script.IdleKill?.After;

    /// <summary>Returns the next line, or null when the connection has ended.</summary>
    public async Task<ReceivedCommand?> NextAsync(CancellationToken cancellationToken)
    {
        while (true)
        {
            var readable = control.Lines.WaitToReadAsync(cancellationToken).AsTask();
            if (IdleLimit is { } limit && !await FinishesWithinAsync(readable, limit, cancellationToken).ConfigureAwait(false))
            {
                await IdleAsync(cancellationToken).ConfigureAwait(false);
                continue;
            }
            if (!await readable.ConfigureAwait(false)) return null;
            if (control.Lines.TryRead(out var line)) return line;
        }
    }

    private async Task<bool> FinishesWithinAsync(Task task, TimeSpan limit, CancellationToken cancellationToken)
    {
        using var waiting = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var first = await Task.WhenAny(task, Task.Delay(limit, time, waiting.Token)).ConfigureAwait(false);
        await waiting.CancelAsync().ConfigureAwait(false);
        return first == task;
    }

    private async Task IdleAsync(CancellationToken cancellationToken)
    {
        if (script.IdleRemark is { } remark && !_remarked)
        {
            _remarked = true;
            await control.SendAsync(remark.Reply, cancellationToken).ConfigureAwait(false);
        }
        else if (script.IdleKill is { } kill)
        {
            await control.SendAsync(kill.Reply, cancellationToken).ConfigureAwait(false);
            control.Close(CloseKind.Fin);
        }
    }
}
