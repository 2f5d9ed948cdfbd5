namespace Accelerator.Base.Tests.Running;

/// <summary>Programs that others may write to, for root. Those that belong to other users: Accelerator.Interop.Tests/Neighbours.</summary>
public sealed class ProgramTrustTests
{
    [Theory]
    [InlineData("700", "700", true)]
    [InlineData("755", "755", true)]
    // As /tmp: others can add files, but neither rename nor delete those of root.
    [InlineData("1777", "755", true)]
    [InlineData("777", "755", false)]
    [InlineData("775", "755", false)]
    [InlineData("755", "757", false)]
    [InlineData("755", "775", false)]
    [InlineData("755", "1777", false)]
    public void Root_starts_only_what_no_other_user_can_write_to(string folder, string file, bool isTrusted)
    {
        if (!OperatingSystem.IsLinux() || !Environment.IsPrivilegedProcess) return;
        using var temporary = new TempFolder();
        var place = Directory.CreateDirectory(temporary.File("tools")).FullName;
        var path = Path.Combine(place, "index");
        File.WriteAllText(path, "");
        SetMode(path, file);
        SetMode(place, folder);
        var link = temporary.File("link");
        File.CreateSymbolicLink(link, "tools/../tools/index");
        foreach (var name in (string[])[path, link])
        {
            Assert.Equal(isTrusted, ProgramFound(name));
        }

        static bool ProgramFound(string name)
        {
            try
            {
                return new ProgramLookup().Find(name, null).Path == name;
            }
            catch (ProgramException e)
            {
                Assert.StartsWith("Users other than root may write to ", e.Message, StringComparison.Ordinal);
                return false;
            }
        }
    }

    [Fact]
    public void A_circle_of_links_is_no_program()
    {
        if (!OperatingSystem.IsLinux()) return;
        using var folder = new TempFolder();
        File.CreateSymbolicLink(folder.File("a"), "b");
        File.CreateSymbolicLink(folder.File("b"), "a");
        Assert.Throws<ProgramException>(() => new ProgramLookup { IsProgram = _ => true }.Find(folder.File("a"), null));
    }

    private static void SetMode(string path, string octal)
    {
        if (!OperatingSystem.IsWindows()) File.SetUnixFileMode(path, (UnixFileMode)Convert.ToInt32(octal, 8));
    }
}
