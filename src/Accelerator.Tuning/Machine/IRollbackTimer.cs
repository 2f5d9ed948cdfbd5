namespace Accelerator.Tuning.Machine;

/// <summary>Rolls a tuning back at a given time, regardless of the fate of this process and its session.</summary>
public interface IRollbackTimer
{
    /// <summary>Starts the timer.</summary>
    /// <param name="journal">The ID of the tuning's journal.</param>
    /// <param name="due">The time of the rollback.</param>
    /// <exception cref="SettingWriteException">The timer does not run; nothing that needs it may be done.</exception>
    Task StartAsync(string journal, DateTimeOffset due, CancellationToken cancellationToken);

    /// <summary>Stops the timer. A failure is harmless: the timer does not roll back a confirmed tuning.</summary>
    /// <returns>Whether the timer is gone.</returns>
    Task<bool> StopAsync(string journal, CancellationToken cancellationToken);
}
