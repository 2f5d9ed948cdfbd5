using System.Runtime.Versioning;
using Accelerator.Jobs.Control;
using Accelerator.TestKit;

namespace Accelerator.Jobs.Tests.Control;

[UnsupportedOSPlatform("windows")]
public sealed class PrivateFolderTests
{
    private const UnixFileMode Owner = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;

    [Fact]
    public void It_is_made_for_its_owner_alone()
    {
        using var folder = new TempFolder();
        PrivateFolder.Make(folder.File("a"), null);
        Assert.Equal(Owner, File.GetUnixFileMode(folder.File("a")));
        PrivateFolder.Make(folder.File("a"), null);
    }

    [Theory]
    [InlineData(UnixFileMode.GroupWrite)]
    [InlineData(UnixFileMode.OtherWrite)]
    public void One_that_others_may_write_is_refused(UnixFileMode more)
    {
        using var folder = new TempFolder();
        Directory.CreateDirectory(folder.File("a"));
        File.SetUnixFileMode(folder.File("a"), Owner | more);
        Assert.Contains("may be written by others", Assert.Throws<IOException>(() => PrivateFolder.Make(folder.File("a"), null)).Message);
    }

    [Fact]
    public void One_that_others_may_only_read_does()
    {
        using var folder = new TempFolder();
        Directory.CreateDirectory(folder.File("a"));
        File.SetUnixFileMode(folder.File("a"), Owner | UnixFileMode.OtherRead | UnixFileMode.OtherExecute);
        PrivateFolder.Make(folder.File("a"), null);
    }

    [Fact]
    public void A_file_in_its_place_is_told()
    {
        using var folder = new TempFolder();
        File.WriteAllText(folder.File("a"), "");
        Assert.ThrowsAny<IOException>(() => PrivateFolder.Make(folder.File("a"), null));
    }

    // Known from every Windows: NT SERVICE\TrustedInstaller.
    [Fact]
    public void The_SID_of_a_service_is_made_of_its_name() =>
        Assert.Equal("S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464", WindowsAccounts.ServiceSid("TrustedInstaller"));

    [Theory]
    [InlineData("STATE_DIRECTORY=/var/lib/x:/var/lib/y", true, "/var/lib/x")]
    [InlineData("", true, "/var/lib/accelerator")]
    [InlineData("XDG_STATE_HOME=/s HOME=/h", false, "/s/accelerator")]
    [InlineData("XDG_STATE_HOME=s HOME=/h", false, "/h/.local/state/accelerator")]
    [InlineData("HOME=h", false, null)]
    [InlineData("", false, null)]
    public void The_usual_data_folder_follows_from_the_environment(string environment, bool isRoot, string? folder)
    {
        var variables = environment.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(word => word.Split('=')).ToDictionary(word => word[0], word => word[1]);
        Assert.Equal(folder, DataFolder.Usual(variables.GetValueOrDefault, isRoot));
    }
}
