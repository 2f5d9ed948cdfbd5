namespace Accelerator.Service.Tests.Dashboard;

public sealed class DashboardTokenTests
{
    [Fact]
    public void It_is_created_once_is_long_and_private_to_its_owner()
    {
        using var folder = new TempFolder();
        DashboardToken.Take(folder.Path);
        var path = folder.File(DashboardToken.FileName);
        var text = File.ReadAllText(path);
        Assert.Matches("^[0-9a-f]{64}\n$", text);
        if (!OperatingSystem.IsWindows()) Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(path));
        var again = DashboardToken.Take(folder.Path);
        Assert.Equal(text, File.ReadAllText(path));
        Assert.Equal((true, false, false, false), (again.Is(text.Trim()), again.Is(text), again.Is(""), again.Is(text.Trim() + "0")));
    }

    [Theory]
    [InlineData("")]
    [InlineData("short")]
    [InlineData("zz6c7748c77f7b9b37ed7ce5dd983caa6fa6c18e4b84fd6668fbe92a6c055280")]
    public void An_invalid_token_is_replaced(string text)
    {
        using var folder = new TempFolder();
        File.WriteAllText(folder.File(DashboardToken.FileName), text);
        Assert.False(DashboardToken.Take(folder.Path).Is(text));
        Assert.Matches("^[0-9a-f]{64}\n$", File.ReadAllText(folder.File(DashboardToken.FileName)));
    }

    [Fact]
    public void Read_access_of_others_is_removed()
    {
        if (OperatingSystem.IsWindows()) return;
        using var folder = new TempFolder();
        DashboardToken.Take(folder.Path);
        var path = folder.File(DashboardToken.FileName);
        File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.OtherRead);
        DashboardToken.Take(folder.Path);
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(path));
    }
}
