namespace Accelerator.Tuning.Tests.Running;

/// <summary>A scheduler, adapters and a clock that advances only while a caller waits for it.</summary>
internal sealed class FakeTrialMachine : TimeProvider, IAdapterRestarter, IRollbackTimer
{
    private DateTimeOffset _now = new(2026, 1, 2, 3, 4, 5, TimeSpan.Zero);
    private int _looks;

    public List<string> Calls { get; } = [];

    public bool HasTimer { get; set; } = true;

    /// <summary>How often the links are polled before the restarted one is up.</summary>
    public int LooksUntilUp { get; set; }

    /// <summary>The adapter whose restart is refused.</summary>
    public string? Refuses { get; set; }

    /// <summary>The largest IP packet of the link, in bytes, before the first restart and after it.</summary>
    public (int Before, int After) Mtu { get; set; } = (1500, 9000);

    /// <summary>The largest echo, in bytes, that comes back; 0 for none.</summary>
    public int Carries { get; set; } = 9000;

    /// <summary>The number of echoes after a restart that get no answer.</summary>
    public int SilentEchoes { get; set; }

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public Task RestartAsync(AdapterFacts adapter, CancellationToken cancellationToken)
    {
        Calls.Add($"restart {adapter.Id}");
        return adapter.Id == Refuses ? throw new SettingWriteException($"{adapter.Id} was refused.") : Task.CompletedTask;
    }

    public Task StartAsync(string journal, DateTimeOffset due, CancellationToken cancellationToken)
    {
        Calls.Add($"start {journal} {due.ToString("HH:mm:ss", CultureInfo.InvariantCulture)}");
        return HasTimer ? Task.CompletedTask : throw new SettingWriteException("There is no timer.");
    }

    public Task<bool> StopAsync(string journal, CancellationToken cancellationToken)
    {
        Calls.Add($"stop {journal}");
        return Task.FromResult(HasTimer);
    }

    public IReadOnlyList<LinkFacts> Links() => [new LinkFacts("{B}", "Wi-Fi", 9), new LinkFacts("{A}", "이더넷", 12) { IsUp = ++_looks > LooksUntilUp, Mtu = IsRestarted ? Mtu.After : Mtu.Before }];

    public Task<EchoAnswer> EchoAsync(IPAddress target, int size, TimeSpan limit, CancellationToken cancellationToken)
    {
        Calls.Add($"echo {size}");
        if (IsRestarted && SilentEchoes-- > 0) return Task.FromResult(EchoAnswer.Silent);
        return Task.FromResult(size > (IsRestarted ? Mtu.After : Mtu.Before) ? EchoAnswer.TooBig : size <= Carries ? EchoAnswer.Back : EchoAnswer.Silent);
    }

    private bool IsRestarted => Calls.Count(call => call.StartsWith("restart", StringComparison.Ordinal)) % 2 == 1;

    public override DateTimeOffset GetUtcNow() => _now;

    public override long GetTimestamp() => _now.Ticks;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        if (dueTime > TimeSpan.Zero) _now += dueTime;
        return System.CreateTimer(callback, state, dueTime > TimeSpan.Zero ? TimeSpan.Zero : dueTime, period);
    }
}
