using System.Net.Sockets;

namespace Accelerator.Engine.Tests.Storage;

/// <summary>The targets that a download may not replace. The device is the system's own: nothing is written to it.</summary>
public sealed class ReplaceableFileTests : IDisposable
{
    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_device_a_socket_and_links_to_them_are_named()
    {
        using var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        socket.Bind(new UnixDomainSocketEndPoint(_folder.File("socket")));
        File.CreateSymbolicLink(_folder.File("link"), "/dev/null");
        Assert.Equal("a device", ReplaceableFile.Obstacle("/dev/null"));
        Assert.Equal("a socket", ReplaceableFile.Obstacle(_folder.File("socket")));
        Assert.Equal("a link to a device", ReplaceableFile.Obstacle(_folder.File("link")));
    }

    [Fact]
    public async Task A_file_a_link_to_a_file_and_a_missing_path_are_accepted()
    {
        await File.WriteAllTextAsync(_folder.File("file"), "x");
        File.CreateSymbolicLink(_folder.File("link"), _folder.File("file"));
        File.CreateSymbolicLink(_folder.File("broken"), _folder.File("nothing"));
        Assert.All((string[])["file", "link", "broken", "nothing"], name => Assert.Null(ReplaceableFile.Obstacle(_folder.File(name))));
    }

    [Fact]
    public async Task No_partial_file_is_opened_for_a_device()
    {
        File.CreateSymbolicLink(_folder.File("link"), "/dev/null");
        var refused = await Assert.ThrowsAsync<StorageException>(() => PartialFile.OpenAsync(_folder.File("link"), UnbufferedWrites.Off, null, TimeProvider.System, default));
        Assert.Equal((StorageFailure.Exists, $"'{_folder.File("link")}' is a link to a device, and only regular files are replaced. Choose another name for the file."), (refused.Reason, refused.Message));
        Assert.Equal([_folder.File("link")], Directory.GetFileSystemEntries(_folder.Path));
    }
}
