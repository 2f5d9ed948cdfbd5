using System.Globalization;
using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Machine;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Stores;

/// <summary>The settings of drivers on Linux.</summary>
internal sealed class EthtoolStore(IEthtool ethtool) : ISettingStore
{
    // asm-generic/errno.h
    private const int NotPermitted = 1, Busy = 16;

    public Task<SettingReading> ReadAsync(SettingTarget target, CancellationToken cancellationToken)
    {
        var (place, link) = Place(target);
        return Task.FromResult(ethtool.Query(link, place.Question) is { } answer
            ? CodedText.Read(target.Setting.Values, answer[place.Answer].ToString(CultureInfo.InvariantCulture))
            : new SettingReading.Unsupported());
    }

    public Task WriteAsync(SettingTarget target, string? value, CancellationToken cancellationToken)
    {
        var (place, link) = Place(target);
        if (value is null || ethtool.Query(link, place.Question) is not { } request)
            throw new SettingWriteException($"{target}: the driver of {link} does not answer.");
        // In linux/ethtool.h the request that sets a value follows the one that gets it, with the same structure.
        request[0] = place.Question + 1;
        request[place.Answer] = uint.Parse(CodedText.Write(target.Setting.Values, value), NumberStyles.None, CultureInfo.InvariantCulture);
        return ethtool.Change(link, request) switch
        {
            0 => Task.CompletedTask,
            NotPermitted => throw new SettingWriteException($"{target} cannot be written: permission denied. Run the command as root."),
            Busy => throw new SettingWriteException($"{target}: the driver of {link} is busy. Try again when the link is idle."),
            var error => throw new SettingWriteException($"{target}: the driver of {link} refuses {value} (error {error})."),
        };
    }

    private static (SettingPlace.Ethtool Place, string Link) Place(SettingTarget target) =>
        target is { Setting.Place: SettingPlace.Ethtool place, Adapter: { } adapter }
            ? (place, adapter.Key) : throw new ArgumentException($"{target} is no setting of a driver.");
}
