using System.Diagnostics;

namespace Accelerator.Jobs.Tests.Control;

[UnsupportedOSPlatform("windows")]
public sealed class PrivateFolderTests
{
    private const UnixFileMode Owner = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;

    [Fact]
    public void It_is_made_for_its_owner_alone_and_one_that_others_may_write_is_refused()
    {
        using var folder = new TempFolder();
        var path = folder.File("a");
        PrivateFolder.Make(path, null);
        Assert.Equal(Owner, File.GetUnixFileMode(path));
        PrivateFolder.Make(path, null);
        File.SetUnixFileMode(path, Owner | UnixFileMode.OtherRead | UnixFileMode.OtherExecute);
        PrivateFolder.Make(path, null);
        foreach (var more in (UnixFileMode[])[UnixFileMode.GroupWrite, UnixFileMode.OtherWrite])
        {
            File.SetUnixFileMode(path, Owner | more);
            Assert.Contains("is writable by other users", Assert.Throws<IOException>(() => PrivateFolder.Make(path, null)).Message);
        }
        File.WriteAllText(folder.File("file"), "");
        Assert.ThrowsAny<IOException>(() => PrivateFolder.Make(folder.File("file"), null));
    }

    [Fact]
    public async Task A_link_of_another_user_is_not_followed()
    {
        if (!Environment.IsPrivilegedProcess) return;
        using var folder = new TempFolder();
        PrivateFolder.Make(folder.File("a"), null);
        Directory.CreateSymbolicLink(folder.File("link"), folder.File("a"));
        PrivateFolder.Make(folder.File("link"), null);
        using var chown = Process.Start("/bin/chown", ["-h", "nobody", folder.File("link")]);
        await chown.WaitForExitAsync();
        Assert.Contains("link belongs to the user with the ID ", Assert.Throws<IOException>(() => PrivateFolder.Make(folder.File("link"), null)).Message);
    }

    // The same on every Windows: NT SERVICE\TrustedInstaller.
    [Fact]
    public void The_SID_of_a_service_is_made_of_its_name() =>
        Assert.Equal("S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464", WindowsAccounts.ServiceSid("TrustedInstaller"));

    [Fact]
    public void The_usual_data_folder_follows_from_the_environment() => Assert.All(
        ((string, bool, string?)[])
        [
            ("STATE_DIRECTORY=/var/lib/x:/var/lib/y", true, "/var/lib/x"), ("", true, "/var/lib/accelerator"), ("XDG_STATE_HOME=/s HOME=/h", false, "/s/accelerator"),
            ("XDG_STATE_HOME=s HOME=/h", false, "/h/.local/state/accelerator"), ("HOME=h", false, null), ("", false, null),
        ],
        one =>
        {
            var variables = one.Item1.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(word => word.Split('=')).ToDictionary(word => word[0], word => word[1]);
            Assert.Equal(one.Item3, DataFolder.Usual(variables.GetValueOrDefault, one.Item2));
        });
}
