namespace Accelerator.Base.Tests.Running;

/// <summary>Where programs are looked up, with files that exist only for the test.</summary>
public sealed class ProgramLookupTests
{
    private readonly HashSet<string> _files = [];

    [Fact]
    public void A_bare_name_is_looked_up_in_the_absolute_folders_of_the_search_path_alone()
    {
        Add("/cwd/index", "index", "./index", "bin/index", "/b/index", "/c/index");
        Assert.Equal("/b/index", Linux("::.:bin:/a:/b:/c").Find("index", "/cwd").Path);
        Refused("There is no program index in the folders of PATH. ", () => Linux("::.:bin:/a").Find("index", "/cwd"));
        Refused("There is no program index in the folders of PATH. ", () => Linux("").Find("index", "/cwd"));
    }

    [Theory]
    [InlineData("/cwd:/b", "/b/index")]
    [InlineData("/cwd/:/b", "/b/index")]
    [InlineData("/x/../cwd:/b", "/b/index")]
    [InlineData("/data:/b", "/b/index")]
    [InlineData("/data/day:/b", "/data/day/index")]
    public void A_folder_that_receives_files_is_not_searched_although_the_search_path_has_it(string path, string found)
    {
        Add("/cwd/index", "/x/../cwd/index", "/data/index", "/data/day/index", "/b/index");
        Assert.Equal(found, Linux(path).Find("index", "/cwd", "/data").Path);
    }

    [Fact]
    public void A_path_starts_in_the_folder_in_which_it_was_written()
    {
        Add("/cwd/index", "/tools/index");
        Assert.Equal("/cwd/index", Linux("/tools").Find("./index", "/cwd").Path);
        Assert.Equal("/tools/index", Linux("").Find("../tools/index", "/cwd").Path);
        Assert.Equal("/tools/index", Linux("").Find("/tools/index", null).Path);
        Refused("./index is a relative path; ", () => Linux("/tools").Find("./index", null));
        Refused("There is no program /cwd/none, ", () => Linux("/tools").Find("./none", "/cwd"));
    }

    [Fact]
    public void A_doubtful_program_ends_the_search()
    {
        Add("/a/index", "/b/index", "/usr/bin/ip");
        var lookup = new ProgramLookup { IsWindows = false, SearchPath = "/a:/b", IsProgram = _files.Contains, Doubt = path => path == "/b/index" ? null : $"{path} is doubtful." };
        Refused("/a/index is doubtful.", () => lookup.Find("index", "/cwd"));
        Refused("/usr/bin/ip is doubtful.", () => lookup.FindOfSystem("ip"));
        Assert.Equal("/b/index", lookup.Find("/b/index", null).Path);
    }

    [Fact]
    public void A_program_of_the_system_is_looked_up_in_its_folders_alone()
    {
        Add("/cwd/ip", "/a/ip", "ip");
        Refused("There is no program ip in /usr/sbin, /usr/bin, /sbin, /bin.", () => Linux("/a").FindOfSystem("ip"));
        Add("/sbin/ip", "/bin/ip");
        Assert.Equal("/sbin/ip", Linux("/a").FindOfSystem("ip").Path);
    }

    [Theory]
    [InlineData("index", @"C:\b\index.com")]
    [InlineData("index.exe", @"C:\b\index.exe")]
    [InlineData("tool", @"C:\b\tool.cmd")]
    [InlineData("python3.11", @"C:\b\python3.11.exe")]
    public void Windows_types_are_tried_in_each_folder_of_the_search_path(string name, string found)
    {
        Add(@"C:\cwd\index.exe", @"C:\cwd\tool.exe", "index.exe", @"D:index.exe", @"\r\index.exe", @"C:\b\index.exe", @"C:\b\index.com", @"C:\b\tool.cmd", @"C:\b\python3.11.exe", @"C:\c\tool.exe");
        Assert.Equal(found, Windows(";.;D:;\\r;c:\\CWD\\;\"C:\\b\";C:\\c").Find(name, @"C:\cwd").Path);
    }

    [Theory]
    [InlineData("")]
    [InlineData("x.cmd::$DATA")]
    [InlineData("C:x.exe:y")]
    [InlineData("\"C:\\b\\x.cmd\"")]
    [InlineData("x.cmd.")]
    [InlineData("x.cmd ")]
    [InlineData("x\0.exe")]
    public void A_name_that_Windows_reads_in_another_way_is_refused(string name)
    {
        var lookup = new ProgramLookup { IsWindows = true, SearchPath = @"C:\b", IsProgram = _ => true, Doubt = _ => null };
        Assert.Throws<ProgramException>(() => lookup.Find(name, @"C:\cwd"));
    }

    [Fact]
    public void A_file_that_may_not_be_executed_is_no_program()
    {
        if (OperatingSystem.IsWindows()) return;
        using var folder = new TempFolder();
        File.WriteAllText(folder.File("index"), "#!/bin/sh\n");
        var lookup = new ProgramLookup { SearchPath = folder.Path };
        Refused("There is no program index in the folders of PATH. ", () => lookup.Find("index", "/"));
        Refused($"There is no program {folder.File("index")}, or it may not be executed.", () => lookup.Find(folder.File("index"), null));
        File.SetUnixFileMode(folder.File("index"), UnixFileMode.UserRead | UnixFileMode.UserExecute);
        Assert.Equal(folder.File("index"), lookup.Find("index", "/").Path);
    }

    private void Add(params string[] files) => _files.UnionWith(files);

    private ProgramLookup Linux(string path) => new() { IsWindows = false, SearchPath = path, IsProgram = _files.Contains, Doubt = _ => null };

    private ProgramLookup Windows(string path) => new() { IsWindows = true, SearchPath = path, IsProgram = _files.Contains, Doubt = _ => null };

    private static void Refused(string sentence, Func<ProgramFile> find) =>
        Assert.StartsWith(sentence, Assert.Throws<ProgramException>(find).Message, StringComparison.Ordinal);
}
