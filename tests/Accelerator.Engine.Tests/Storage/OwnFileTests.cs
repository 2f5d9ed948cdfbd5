namespace Accelerator.Engine.Tests.Storage;

/// <summary>Whose file a run uses. The files of a second user are in the tests of real programs (Neighbours).</summary>
public sealed class OwnFileTests : IDisposable
{
    private const uint User = 1000;
    private const UnixFileMode Usual = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead | UnixFileMode.OtherRead;
    private const UnixFileMode Group = Usual | UnixFileMode.GroupWrite;
    private const UnixFileMode All = Group | UnixFileMode.OtherWrite;

    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(User, Usual, null)]
    [InlineData(User, Group, null)]
    [InlineData(User, All, "can be written by all users")]
    [InlineData(0u, Usual, "belongs to the user with the ID 0")]
    [InlineData(65534u, All, "belongs to the user with the ID 65534")]
    public void A_file_is_used_if_the_user_owns_it_and_not_all_users_may_write_to_it(uint owner, UnixFileMode mode, string? why) =>
        Assert.Equal(why, OwnFile.Fault(Of(owner, mode), User));

    /// <summary>A mount of FAT or CIFS with uid= and umask=0; NFS, which gives the files of root to another user.</summary>
    [Theory]
    [InlineData(65534u, All, 65534u, All, null)]
    [InlineData(65534u, Usual, 65534u, Usual, null)]
    [InlineData(User, All, User, All, null)]
    [InlineData(65534u, All, 65534u, Usual, "can be written by all users")]
    [InlineData(65534u, Usual, User, Usual, "belongs to the user with the ID 65534")]
    [InlineData(1001u, All, 65534u, All, "belongs to the user with the ID 1001")]
    public void A_file_is_also_used_if_a_new_file_of_the_user_has_the_same_owner_there(uint owner, UnixFileMode mode, uint freshOwner, UnixFileMode freshMode, string? why) =>
        Assert.Equal(why, OwnFile.Fault(Of(owner, mode), User, Of(freshOwner, freshMode)));

    [Fact]
    public async Task The_check_leaves_nothing_behind()
    {
        if (!OperatingSystem.IsLinux()) return;
        await File.WriteAllTextAsync(_folder.File("f"), "x");
        File.SetUnixFileMode(_folder.File("f"), All);
        var refused = Assert.Throws<StorageException>(() => OwnFile.Require(_folder.File("f")));
        Assert.Equal(StorageFailure.Denied, refused.Reason);
        Assert.Equal([_folder.File("f")], Directory.GetFileSystemEntries(_folder.Path));
    }

    private static FileIdentity Of(uint owner, UnixFileMode mode) => new(1, 1, Names: 1, IsPlain: true, 0, 0, owner, mode);
}
