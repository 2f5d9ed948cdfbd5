namespace Accelerator.Tuning.Tests.Recorded;

/// <summary>A store that refuses one write.</summary>
/// <param name="store">The store behind it.</param>
/// <param name="faultAt">The number of the refused write, from 1.</param>
internal sealed class RefusingStore(ISettingStore store, int faultAt) : ISettingStore
{
    private int _writes;

    public Task<SettingReading> ReadAsync(SettingTarget target, CancellationToken cancellationToken) => store.ReadAsync(target, cancellationToken);

    public Task<SettingReading> ReadBackAsync(SettingTarget target, CancellationToken cancellationToken) => store.ReadBackAsync(target, cancellationToken);

    public Task WriteAsync(SettingTarget target, string? value, CancellationToken cancellationToken) =>
        ++_writes == faultAt ? throw new SettingWriteException($"{target} was refused.") : store.WriteAsync(target, value, cancellationToken);
}
