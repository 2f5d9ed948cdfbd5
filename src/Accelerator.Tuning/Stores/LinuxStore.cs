using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Machine;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Stores;

/// <summary>All settings of a Linux computer, each in the store of its place.</summary>
/// <param name="files">The files of the kernel.</param>
/// <param name="ethtool">The drivers.</param>
/// <param name="traffic">The queue disciplines.</param>
public sealed class LinuxStore(KernelFiles files, IEthtool ethtool, ITrafficControl traffic) : ISettingStore
{
    private readonly KernelFileStore _files = new(files);
    private readonly EthtoolStore _drivers = new(ethtool);
    private readonly QueueStore _queues = new(traffic);
    private readonly BootFileStore _boot = new(files);

    public Task<SettingReading> ReadAsync(SettingTarget target, CancellationToken cancellationToken) =>
        Of(target).ReadAsync(target, cancellationToken);

    public Task WriteAsync(SettingTarget target, string? value, CancellationToken cancellationToken) =>
        Of(target).WriteAsync(target, value, cancellationToken);

    private ISettingStore Of(SettingTarget target) => target.Setting.Place switch
    {
        SettingPlace.Ethtool => _drivers,
        SettingPlace.QueueDiscipline => _queues,
        SettingPlace.BootFile => _boot,
        _ => _files,
    };
}
