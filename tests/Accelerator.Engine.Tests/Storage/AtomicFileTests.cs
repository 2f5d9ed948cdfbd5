using System.Runtime.InteropServices;

namespace Accelerator.Engine.Tests.Storage;

public sealed class AtomicFileTests : IDisposable
{
    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task The_new_content_takes_the_place_of_the_old_and_nothing_else_is_left()
    {
        var path = _folder.File("state");
        await AtomicFile.ReplaceAsync(path, "long old content"u8.ToArray(), TimeProvider.System, default);
        // The remains of an attempt that crashed do not matter.
        await File.WriteAllTextAsync(path + ".new", "half of an earl");
        await AtomicFile.ReplaceAsync(path, "new"u8.ToArray(), TimeProvider.System, default);
        Assert.Equal("new", await File.ReadAllTextAsync(path));
        Assert.Equal([path], Directory.GetFileSystemEntries(_folder.Path));
    }

    [Fact]
    public async Task A_failure_leaves_the_old_content()
    {
        var path = _folder.File("state");
        await File.WriteAllTextAsync(path, "old");
        Directory.CreateDirectory(path + ".new"); // Blocks the path of the temporary file.
        var error = await Assert.ThrowsAsync<StorageException>(
            () => AtomicFile.ReplaceAsync(path, "new"u8.ToArray(), TimeProvider.System, default));
        Assert.Contains(path, error.Message);
        Assert.Equal("old", await File.ReadAllTextAsync(path));
    }

    [Fact]
    public async Task A_link_laid_at_the_temporary_name_is_not_followed()
    {
        var victim = _folder.File("victim");
        await File.WriteAllTextAsync(victim, "precious");
        var path = _folder.File("state");
        File.CreateSymbolicLink(path + ".new", victim);
        await AtomicFile.ReplaceAsync(path, "new"u8.ToArray(), TimeProvider.System, default);
        Assert.Equal("precious", await File.ReadAllTextAsync(victim));
        Assert.Null(new FileInfo(path).LinkTarget);
    }

    [Fact]
    public async Task Delete_removes_the_temporary_file_too_and_ignores_a_missing_file()
    {
        var path = _folder.File("state");
        await File.WriteAllTextAsync(path, "x");
        await File.WriteAllTextAsync(path + ".new", "x");
        AtomicFile.Delete(path);
        AtomicFile.Delete(path);
        Assert.Empty(Directory.GetFileSystemEntries(_folder.Path));
    }

    [Fact]
    public async Task Exactly_one_of_many_renames_to_the_same_new_name_succeeds()
    {
        var target = _folder.File("target");
        var sources = Enumerable.Range(0, 16).Select(number => _folder.File($"{number}")).ToArray();
        foreach (var source in sources)
            await File.WriteAllTextAsync(source, Path.GetFileName(source));

        var results = await Task.WhenAll(sources.Select(source => Task.Run(async () =>
        {
            try
            {
                await AtomicFile.MoveAsync(source, target, overwrite: false, TimeProvider.System, default);
                return source;
            }
            catch (IOException error) when (StorageErrors.IsExisting(error))
            {
                return null;
            }
        })));

        var winner = Assert.Single(results, result => result is not null);
        Assert.Equal(Path.GetFileName(winner), await File.ReadAllTextAsync(target));
        Assert.Equal(sources.Where(source => source != winner), sources.Where(File.Exists));
    }

    [Fact]
    public async Task The_rename_by_link_for_file_systems_without_the_flag_does_not_replace_either()
    {
        if (OperatingSystem.IsWindows())
            return; // A fallback for Unix file systems.
        var (source, target) = (_folder.File("source"), _folder.File("target"));
        await File.WriteAllTextAsync(source, "new");
        await File.WriteAllTextAsync(target, "old");
        Assert.True(StorageErrors.IsExisting(Assert.Throws<IOException>(() => Posix.RenameByLink(source, target, Posix.Link))));
        Assert.Equal("old", await File.ReadAllTextAsync(target));
        File.Delete(target);
        Posix.RenameByLink(source, target, Posix.Link);
        Assert.Equal("new", await File.ReadAllTextAsync(target));
        Assert.False(File.Exists(source));
    }

    [Theory]
    [InlineData(1)] // EPERM: vfat and exfat by FUSE
    [InlineData(38)] // ENOSYS
    [InlineData(95)] // EOPNOTSUPP
    public async Task Where_a_file_has_one_name_only_a_new_name_is_looked_for_before_the_rename(int errno)
    {
        if (OperatingSystem.IsWindows())
            return; // A fallback for Unix file systems.
        var (source, target) = (_folder.File("source"), _folder.File("target"));
        await File.WriteAllTextAsync(source, "new");
        await File.WriteAllTextAsync(target, "old");
        Assert.True(StorageErrors.IsExisting(Assert.Throws<IOException>(() => Posix.RenameByLink(source, target, Refuse))));
        Assert.Equal("old", await File.ReadAllTextAsync(target));
        File.Delete(target);
        Posix.RenameByLink(source, target, Refuse);
        Assert.Equal("new", await File.ReadAllTextAsync(target));
        Assert.False(File.Exists(source));

        int Refuse(string from, string to)
        {
            Marshal.SetLastPInvokeError(errno);
            return -1;
        }
    }
}
