using System.Globalization;
using System.Text;
using Accelerator.Ftp;
using Microsoft.Win32.SafeHandles;

namespace Accelerator.Engine.Storage;

/// <summary>
/// Excludes other runs by the operating system's lock on a small file, which ends with the process, however that ends. The content of the
/// file tells an excluded run which one holds it.
/// </summary>
internal sealed class RunLock : IDisposable
{
    private const int LongestContent = 1024;

    private readonly SafeFileHandle _handle;
    private readonly string _path;

    private RunLock(SafeFileHandle handle, string path) => (_handle, _path) = (handle, path);

    /// <summary>Takes the lock, in a folder that exists.</summary>
    /// <exception cref="StorageException">Busy: another run holds it, see <see cref="Holder"/>. Otherwise the disk refused.</exception>
    public static async Task<RunLock> TakeAsync(string path, TimeProvider time, CancellationToken cancellationToken)
    {
        var held = new RunLock(ExclusiveFile.Open(path), path);
        await held.SignAsync(time, cancellationToken).ConfigureAwait(false);
        return held;
    }

    /// <summary>Returns the holder, for the middle of a sentence.</summary>
    public static string Holder(string path, TimeProvider time)
    {
        try
        {
            using var file = OperatingSystem.IsLinux()
                ? Posix.OpenUnlocked(path) : File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            var content = new byte[LongestContent];
            var lines = file is null ? [] : Encoding.UTF8.GetString(content, 0, RandomAccess.Read(file, content, 0)).Split('\n');
            if (lines.Length > 4 && DateTimeOffset.TryParse(lines[3], CultureInfo.InvariantCulture, out var since))
                return $"process {SafeText.Escape($"{lines[0]} of {lines[1]}@{lines[2]}")} since "
                    + $"{TimeZoneInfo.ConvertTime(since, time.LocalTimeZone):yyyy-MM-dd HH:mm}";
        }
        catch (Exception error) when (StorageErrors.IsFromDisk(error))
        {
            // The holder's name is useful, but not needed.
        }
        return "another run of ftpx";
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        try
        {
            // Delete while it is held, so that no run can have taken it in between.
            if (ExclusiveFile.IsStillAt(_handle, _path)) LocalChanges.Delete(_path);
        }
        catch (Exception error) when (StorageErrors.IsFromDisk(error))
        {
            // A lock file that no process holds excludes no run.
        }
        _handle.Dispose();
    }

    private async Task SignAsync(TimeProvider time, CancellationToken cancellationToken)
    {
        var since = time.GetUtcNow().UtcDateTime.ToString("O", CultureInfo.InvariantCulture);
        var content = Encoding.UTF8.GetBytes($"{Environment.ProcessId}\n{Environment.UserName}\n{Environment.MachineName}\n{since}\n");
        try
        {
            RandomAccess.SetLength(_handle, 0);
            await RandomAccess.WriteAsync(_handle, content, 0, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception error) when (StorageErrors.IsFromDisk(error))
        {
            Dispose();
            throw StorageErrors.From(error, "Writing", _path);
        }
    }
}
