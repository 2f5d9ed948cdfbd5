namespace Accelerator.Base.Tests.Running;

/// <summary>Real programs of Linux.</summary>
public sealed class ProgramRunTests
{
    [Fact]
    public async Task A_program_has_its_arguments_its_variables_and_its_folder()
    {
        if (OperatingSystem.IsWindows()) return;
        var run = Shell("printf '<%s>' \"$@\" \"$A\" \"${HOME-none}\" \"$PWD\"; cat; echo oh >&2; exit 7", "a b", "$(x)");
        run.Variables["A"] = "1 2";
        run.Variables["HOME"] = null;
        Assert.Equal(new ProgramEnd(7, "<a b><$(x)><1 2><none></>", "oh\n"), await run.RunAsync(CancellationToken.None));
    }

    [Fact]
    public async Task The_beginning_of_a_long_output_is_kept_and_the_rest_does_not_block_the_program()
    {
        if (OperatingSystem.IsWindows()) return;
        var end = await Shell("i=0; while [ $i -lt 30000 ]; do echo 12345678; i=$((i + 1)); done").RunAsync(CancellationToken.None);
        Assert.Equal((0, 1000), (end.ExitCode, end.Output.Length));
    }

    [Fact]
    public async Task A_program_that_outlasts_its_limit_has_no_exit_code()
    {
        if (OperatingSystem.IsWindows()) return;
        var run = new ProgramRun(new ProgramLookup().FindShell(null), "-c", "echo begun; sleep 600; exit 0") { Limit = TimeSpan.FromMilliseconds(100) };
        Assert.Null((await run.RunAsync(CancellationToken.None)).ExitCode);
    }

    [Fact]
    public async Task A_program_that_cannot_be_started_says_why()
    {
        if (OperatingSystem.IsWindows()) return;
        using var folder = new TempFolder();
        var path = folder.File("broken");
        File.WriteAllText(path, "no program");
        File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        var refused = await Assert.ThrowsAsync<ProgramException>(() => new ProgramRun(new ProgramLookup().Find(path, null)).RunAsync(CancellationToken.None));
        Assert.Equal($"{path} cannot be started: Exec format error.", refused.Message);
    }

    [Fact]
    public async Task A_program_of_the_system_and_what_it_starts_are_those_of_the_system()
    {
        if (OperatingSystem.IsWindows()) return;
        var end = await SystemProgram.RunAsync("sh", ["-c", "command -v ls; echo $PATH"], TimeSpan.FromMinutes(1), CancellationToken.None);
        Assert.Equal("/usr/bin/ls\n/usr/sbin:/usr/bin:/sbin:/bin\n", end.Output);
    }

    private static ProgramRun Shell(string text, params string[] words) =>
        new(new ProgramLookup().FindShell(null), ["-c", text, "sh", .. words]) { Folder = "/", MostOutput = 1000 };
}
