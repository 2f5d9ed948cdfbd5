namespace Accelerator.Tuning.Machine;

/// <summary>Sets a tuning back at a given time, whatever has become of this process and of the session it ran in.</summary>
public interface IRollbackTimer
{
    /// <summary>Starts it.</summary>
    /// <param name="journal">The tuning's name.</param>
    /// <param name="due">When.</param>
    /// <param name="cancellationToken">Stops it.</param>
    /// <exception cref="SettingWriteException">It does not run; nothing that needs it may be done.</exception>
    Task StartAsync(string journal, DateTimeOffset due, CancellationToken cancellationToken);

    /// <summary>Stops it. Harmless where it fails: what was confirmed is not set back by it.</summary>
    /// <returns>Whether it is gone.</returns>
    Task<bool> StopAsync(string journal, CancellationToken cancellationToken);
}
