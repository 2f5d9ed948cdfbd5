namespace Accelerator.Cli.Tests.Output;

public sealed class TaskbarProgressTests
{
    private readonly TaskbarProgress _taskbar = new("\a");

    [Fact]
    public void Each_whole_percent_is_reported_once()
    {
        Assert.Equal("\u001b]9;4;1;45\a", _taskbar.Show(TransferSamples.Snapshot(45)));
        Assert.Equal("", _taskbar.Show(TransferSamples.Snapshot(45) with { BytesDone = (46 * TransferSamples.MiB) - 1 }));
        Assert.Equal("\u001b]9;4;1;46\a", _taskbar.Show(TransferSamples.Snapshot(46)));
        Assert.Equal("\u001b]9;4;1;100\a", _taskbar.Show(TransferSamples.Snapshot(100) with { Phase = TransferPhase.Done }));
    }

    [Theory]
    [InlineData(TransferPhase.Connecting, 100)]
    [InlineData(TransferPhase.Verifying, 100)]
    [InlineData(TransferPhase.Transferring, null)]
    public void Progress_without_a_size_is_shown_as_busy(TransferPhase phase, int? totalMiB)
    {
        Assert.Equal("\u001b]9;4;3;0\a", _taskbar.Show(TransferSamples.Snapshot(45, totalMiB) with { Phase = phase }));
        Assert.Equal("", _taskbar.Show(TransferSamples.Snapshot(46, totalMiB) with { Phase = phase }));
    }

    [Fact]
    public void After_a_failure_it_is_red()
    {
        _taskbar.Show(TransferSamples.Snapshot(45));
        _taskbar.NoteFailure();
        Assert.Equal("\u001b]9;4;2;45\a", _taskbar.Show(TransferSamples.Snapshot(45)));
        Assert.Equal("\u001b]9;4;2;46\a", _taskbar.Show(TransferSamples.Snapshot(46)));
    }

    [Fact]
    public void It_is_removed_once_and_only_where_it_was_shown()
    {
        Assert.Equal("", _taskbar.Clear());
        _taskbar.Show(TransferSamples.Snapshot(45));
        Assert.Equal("\u001b]9;4;0;0\a", _taskbar.Clear());
        Assert.Equal("", _taskbar.Clear());
    }

    [Theory]
    [InlineData("WT_SESSION=7b7c7a1e", true)]
    [InlineData("ConEmuANSI=ON", true)]
    [InlineData("ConEmuANSI=OFF", false)]
    [InlineData("TERM_PROGRAM=WezTerm", true)]
    [InlineData("TERM_PROGRAM=ghostty", true)]
    [InlineData("TERM_PROGRAM=vscode", true)]
    [InlineData("TERM_PROGRAM=iTerm.app", false)]
    [InlineData("TERM_PROGRAM=WarpTerminal WT_SESSION=inherited", false)]
    [InlineData("VTE_VERSION=7900", true)]
    [InlineData("VTE_VERSION=7802", false)]
    [InlineData("VTE_VERSION=7900 TMUX=socket,1,0", false)]
    [InlineData("WT_SESSION=inherited STY=1.pts-0", false)]
    [InlineData("KITTY_WINDOW_ID=1", false)]
    [InlineData("", false)]
    [InlineData("", true, true)]
    [InlineData("WT_SESSION=7b7c7a1e", true, true)]
    [InlineData("TERM_PROGRAM=WarpTerminal", false, true)]
    [InlineData("SSH_CONNECTION=192.0.2.1", false, true)]
    public void On_Linux_known_terminals_get_it_and_on_Windows_a_console_unless_another_terminal_may_be_behind_it(string variables, bool isShown, bool isWindows = false) =>
        Assert.Equal(isShown, TaskbarProgress.For(Lookup(variables), isWindows) is not null);

    [Fact]
    public void The_end_of_the_sequence_is_what_the_terminals_of_the_system_take()
    {
        Assert.EndsWith("45\a", TaskbarProgress.For(Lookup(""), isWindows: true)!.Show(TransferSamples.Snapshot(45)));
        Assert.EndsWith("45\u001b\\", TaskbarProgress.For(Lookup("VTE_VERSION=8203"), isWindows: false)!.Show(TransferSamples.Snapshot(45)));
    }

    private static Func<string, string?> Lookup(string variables)
    {
        var all = variables.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(pair => pair.Split('=')).ToDictionary(pair => pair[0], pair => pair[1]);
        return name => all.GetValueOrDefault(name);
    }
}
