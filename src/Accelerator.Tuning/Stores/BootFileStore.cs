using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Machine;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Stores;

/// <summary>
/// The file of kernel settings that Linux sets when it starts. Its value is its lines; a file that is not exactly what this store writes
/// was edited by hand, and stays.
/// </summary>
internal sealed class BootFileStore(KernelFiles files) : ISettingStore
{
    private const string Head = "# Written by ftpx tune. \"ftpx tune rollback\" restores the previous file.\n";
    private const string Between = "; ";

    public Task<SettingReading> ReadAsync(SettingTarget target, CancellationToken cancellationToken)
    {
        try
        {
            if (files.Read(SettingPlace.BootFile.Path) is not { } text) return Task.FromResult<SettingReading>(new SettingReading.Absent());
            var value = string.Join(Between, text.Split('\n').Where(line => line.Length > 0 && line[0] != '#'));
            return Task.FromResult<SettingReading>(
                target.Setting.Values.Problem(value) is null && TextOf(value) == text + '\n' ? new SettingReading.Known(value)
                    : new SettingReading.Unknown($"{SettingPlace.BootFile.Path} was edited by hand"));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return Task.FromResult<SettingReading>(SettingReading.Unknown.Of(e));
        }
    }

    public Task WriteAsync(SettingTarget target, string? value, CancellationToken cancellationToken)
    {
        try
        {
            if (value is null) files.Delete(SettingPlace.BootFile.Path);
            else files.Replace(SettingPlace.BootFile.Path, TextOf(value));
            return Task.CompletedTask;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new SettingWriteException(
                $"{target}: {SettingPlace.BootFile.Path} cannot be written: {e.Message.TrimEnd('.')}. Run the command as root.", e);
        }
    }

    private static string TextOf(string value) => $"{Head}{value.Replace(Between, "\n", StringComparison.Ordinal)}\n";
}
