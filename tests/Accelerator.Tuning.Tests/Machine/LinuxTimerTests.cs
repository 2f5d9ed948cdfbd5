using Accelerator.Tuning.Tests.Running;

namespace Accelerator.Tuning.Tests.Machine;

public sealed class LinuxTimerTests : IDisposable
{
    // 50 ms each, two minutes in all: a busy machine may need half a minute to start a process.
    private const int Looks = 2400;

    private readonly string _folder = Directory.CreateTempSubdirectory("ftpx-timer-").FullName;

    private string Mark => Path.Combine(_folder, "mark");

    private string Process => Path.Combine(_folder, "accelerator-tune-20260102T030405000Z-mine_jumbo.pid");

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task Without_systemd_a_process_of_its_own_runs_the_rollback_once()
    {
        if (!OperatingSystem.IsLinux()) return;
        // Not at once: the process must not have ended before the start is confirmed.
        await Timer().StartAsync("20260102T030405000Z-mine+jumbo", TimeProvider.System.GetUtcNow().AddSeconds(10), CancellationToken.None);
        // The shell creates the file before it writes the line.
        for (var i = 0; i < Looks && !(new FileInfo(Mark) is { Exists: true, Length: > 0 } && !File.Exists(Process)); i++) await Task.Delay(50);
        Assert.Equal("tune rollback 20260102T030405000Z-mine+jumbo --yes --unless-confirmed\n", await File.ReadAllTextAsync(Mark));
        Assert.True(await Timer().StopAsync("20260102T030405000Z-mine+jumbo", CancellationToken.None));
    }

    [Fact]
    public async Task A_stopped_timer_leaves_no_process()
    {
        if (!OperatingSystem.IsLinux()) return;
        await Timer().StartAsync("20260102T030405000Z-mine+jumbo", TimeProvider.System.GetUtcNow().AddHours(1), CancellationToken.None);
        var process = (await File.ReadAllTextAsync(Process)).Trim();
        Assert.True(Directory.Exists($"/proc/{process}"));
        Assert.True(await Timer().StopAsync("20260102T030405000Z-mine+jumbo", CancellationToken.None));
        // Its parent has ended: the number disappears when the system has reaped the process.
        for (var i = 0; i < Looks && IsRunning(process); i++) await Task.Delay(50);
        Assert.False(IsRunning(process));
        Assert.False(File.Exists(Mark));
    }

    [Fact]
    public async Task With_systemd_it_is_a_transient_timer()
    {
        var commands = new ListingRunner();
        var timer = new LinuxTimer(commands, ["/usr/bin/ftpx"], hasSystemd: true, _folder, new FakeTrialMachine());
        await timer.StartAsync("20260102T030405000Z-mine+jumbo", new DateTimeOffset(2026, 1, 2, 3, 9, 5, TimeSpan.Zero), CancellationToken.None);
        Assert.Equal(
            [
                "systemd-run --quiet --collect --unit=accelerator-tune-20260102T030405000Z-mine_jumbo --on-active=300s --timer-property=AccuracySec=1s /usr/bin/ftpx tune rollback 20260102T030405000Z-mine+jumbo --yes --unless-confirmed",
                "systemctl is-active --quiet accelerator-tune-20260102T030405000Z-mine_jumbo.timer",
            ],
            commands.Lines);
        commands.ExitCode = 3;
        Assert.True(await timer.StopAsync("20260102T030405000Z-mine+jumbo", CancellationToken.None));
        Assert.Equal("The timer for the rollback could not be started (it is not there), so the changes are not tried.",
            (await Assert.ThrowsAsync<SettingWriteException>(() => timer.StartAsync("x", DateTimeOffset.UnixEpoch, CancellationToken.None))).Message);
    }

    private LinuxTimer Timer() => new(new CommandRunner(), ["sh", "-c", $"echo \"$@\" >'{Mark}'", "ftpx"], hasSystemd: false, _folder, TimeProvider.System);

    private static bool IsRunning(string process)
    {
        try
        {
            return !File.ReadAllText($"/proc/{process}/stat").Contains(") Z ", StringComparison.Ordinal);
        }
        catch (Exception e) when (e is IOException)
        {
            return false;
        }
    }

    private sealed class ListingRunner : ICommandRunner
    {
        public List<string> Lines { get; } = [];

        public int ExitCode { get; set; }

        public Task<int> RunAsync(string program, IReadOnlyList<string> words, CancellationToken cancellationToken)
        {
            Lines.Add($"{program} {string.Join(' ', words)}");
            return Task.FromResult(ExitCode);
        }
    }
}
