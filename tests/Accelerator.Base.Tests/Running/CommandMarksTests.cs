namespace Accelerator.Base.Tests.Running;

public sealed class CommandMarksTests
{
    private static readonly CommandMarks Marks = new("path", "name", "url");

    [Theory]
    [InlineData("index.cmd")]
    [InlineData("index.CMD")]
    [InlineData("INDEX.Bat")]
    [InlineData(@"C:\tools\index.bat")]
    [InlineData("C:/tools/index.cmd")]
    [InlineData("index.cmd.")]
    [InlineData("index.cmd . .")]
    [InlineData("index.cmd ")]
    [InlineData("\"C:\\tools\\index.cmd\"")]
    [InlineData("index.cmd::$DATA")]
    [InlineData("index.cmd:stream")]
    [InlineData(@"C:\tools\index.cmd\.")]
    [InlineData(@"C:\tools\index.cmd\x\..")]
    public void A_batch_file_gets_no_name_of_a_file(string program)
    {
        Assert.StartsWith("Windows' shell runs batch files, ", Marks.Problem(program, ["-v", "x{name}"]), StringComparison.Ordinal);
        Assert.Null(Marks.Problem(program, ["-v", "{print}"]));
    }

    [Theory]
    [InlineData("index.exe", "{path}")]
    [InlineData("cmdindex", "{path}")]
    [InlineData("index.cmdx", "{path}")]
    [InlineData("/opt/batch/index", "{path}")]
    [InlineData("/bin/sh", "show", "{path}")]
    [InlineData("sh", "-c", "mv \"$1\" done", "sh", "{path}")]
    [InlineData("pwsh", "-NoProfile", "-File", "index.ps1", "{path}")]
    [InlineData("python", "-c", "print(1)", "{path}")]
    public void Other_programs_get_it_as_an_argument(string program, params string[] arguments) => Assert.Null(Marks.Problem(program, arguments));

    [Theory]
    [InlineData("cmd", "/c", "type", "{path}")]
    [InlineData(@"C:\Windows\System32\CMD.EXE", "/c", "type {path}")]
    [InlineData("/bin/sh", "-c", "mv {path} done")]
    [InlineData("bash", "-e", "-xc", "mv {path} done")]
    [InlineData("bash", "-c", "-e", "mv {path} done")]
    [InlineData("powershell.exe", "-Command", "Get-Item {path}")]
    [InlineData("pwsh", "Get-Item", "{name}")]
    public void The_text_of_a_shell_gets_no_name_of_a_file(string program, params string[] arguments) =>
        Assert.StartsWith($"{program} is a shell, ", Marks.Problem(program, arguments), StringComparison.Ordinal);

    [Theory]
    [InlineData("{name}", "./-rf")]
    [InlineData("{name}.failed", "./-rf.failed")]
    [InlineData("--file={name}", "--file=-rf")]
    [InlineData("a{name}", "a-rf")]
    [InlineData("{path}", "/data/-rf")]
    [InlineData("{print}-{name}", "{print}--rf")]
    [InlineData("-{name}", "--rf")]
    public void A_name_with_a_dash_is_no_option(string argument, string expected) => Assert.Equal(expected, Fill(argument, "-rf"));

    [Fact]
    public void A_name_with_a_mark_keeps_it() => Assert.Equal("{url} /data/{url}", Fill("{name} {path}", "{url}"));

    [Fact]
    public void The_sentence_names_the_marks_of_its_command() =>
        Assert.Contains("Omit {path}, {name} and {job}, and ", new CommandMarks("path", "name", "job").Problem("x.bat", ["{job}"]), StringComparison.Ordinal);

    private static string Fill(string argument, string name) => Marks.Fill(argument, mark => mark switch { "name" => name, "path" => "/data/" + name, _ => "ftp://h/" });
}
