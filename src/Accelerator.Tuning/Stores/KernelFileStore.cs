using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Machine;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Stores;

/// <summary>The settings that Linux shows as files: below <c>/proc/sys</c>, of interfaces, of processors and of interrupts.</summary>
internal sealed class KernelFileStore(KernelFiles files) : ISettingStore
{
    private static readonly char[] Blanks = [' ', '\t', '\n'];

    public Task<SettingReading> ReadAsync(SettingTarget target, CancellationToken cancellationToken)
    {
        try
        {
            return Task.FromResult(target.Setting.Place is SettingPlace.EachFile each ? ReadEach(target, each) : ReadField(target));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return Task.FromResult<SettingReading>(SettingReading.Unknown.Of(e));
        }
    }

    public Task WriteAsync(SettingTarget target, string? value, CancellationToken cancellationToken)
    {
        if (value is null) throw new SettingWriteException($"{target} has no default that Linux could restore.");
        try
        {
            if (target.Setting.Place is SettingPlace.EachFile each) WriteEach(target, each, value);
            else
            {
                var (path, field) = Place(target);
                var fields = (files.Read(path) ?? "").Split(Blanks, StringSplitOptions.RemoveEmptyEntries);
                if (field < fields.Length) fields[field] = CodedText.Write(target.Setting.Values, value);
                files.Write(path, string.Join(' ', fields));
            }
            return Task.CompletedTask;
        }
        catch (UnauthorizedAccessException e)
        {
            throw new SettingWriteException($"{target} cannot be written here: permission denied. Run the command as root, outside of "
                + "containers.", e);
        }
        catch (IOException e)
        {
            throw new SettingWriteException($"{target}: the kernel refuses {value}: {e.Message.TrimEnd('.')}.", e);
        }
    }

    private SettingReading ReadField(SettingTarget target)
    {
        var (path, field) = Place(target);
        var fields = (files.Read(path) ?? "").Split(Blanks, StringSplitOptions.RemoveEmptyEntries);
        if (field >= fields.Length) return new SettingReading.Unsupported();
        var reading = CodedText.Read(target.Setting.Values, fields[field]);
        return files.MayBeWritten(path) ? reading : new SettingReading.Fixed(reading.Value!);
    }

    private SettingReading ReadEach(SettingTarget target, SettingPlace.EachFile place)
    {
        var values = Objects(target, place).Select(name => (Name: name, Value: files.Read(PathOf(place, name))))
            .Where(one => !string.IsNullOrEmpty(one.Value)).ToList();
        return values.Count == 0 ? new SettingReading.Unsupported()
            : new SettingReading.Known(EachText.Write(values.Select(one => KeyValuePair.Create(one.Name, one.Value!))));
    }

    // Without the objects of which there is no value: a processor may be off, an interrupt freed.
    private void WriteEach(SettingTarget target, SettingPlace.EachFile place, string value)
    {
        foreach (var name in Objects(target, place))
        {
            if (EachText.For(value, name) is { } own && files.Read(PathOf(place, name)) is { } now && now != own)
                files.Write(PathOf(place, name), own);
        }
    }

    private IEnumerable<string> Objects(SettingTarget target, SettingPlace.EachFile place) =>
        files.List(WithAdapter(place.Folder, target)).Where(name => name.StartsWith(place.Prefix, StringComparison.Ordinal));

    private static string PathOf(SettingPlace.EachFile place, string name) => place.File.Replace("{each}", name, StringComparison.Ordinal);

    private static (string Path, int Field) Place(SettingTarget target) => target.Setting.Place switch
    {
        SettingPlace.Sysctl sysctl => ($"/proc/sys/{sysctl.Name.Replace('.', '/')}", sysctl.Field),
        SettingPlace.LinuxFile file => (WithAdapter(file.Path, target), 0),
        _ => throw new ArgumentException($"{target} is in no file of Linux."),
    };

    private static string WithAdapter(string path, SettingTarget target) =>
        path.Replace("{adapter}", target.Adapter?.Key, StringComparison.Ordinal);
}
