using System.Xml.Linq;

namespace Accelerator.Tuning.Tests.Machine;

public sealed class TaskSchedulerTimerTests : IDisposable
{
    private static readonly DateTimeOffset Due = new(2026, 1, 2, 3, 9, 5, TimeSpan.FromHours(9));

    private readonly string _folder = Directory.CreateTempSubdirectory("ftpx-tasks-").FullName;
    private readonly string _journals = Directory.CreateTempSubdirectory("ftpx-journals-").FullName;
    private readonly FakeScheduler _scheduler;

    public TaskSchedulerTimerTests() => _scheduler = new FakeScheduler(_folder);

    public void Dispose()
    {
        Directory.Delete(_folder, recursive: true);
        Directory.Delete(_journals, recursive: true);
    }

    [Fact]
    public async Task The_task_is_described_in_a_file_that_every_language_reads()
    {
        await Timer().StartAsync("20260102-mine", Due, CancellationToken.None);
        Assert.Equal(["schtasks|/create|/tn|Accelerator 20260102-mine|/xml|FILE|/f"], _scheduler.Calls);
        XNamespace ns = "http://schemas.microsoft.com/windows/2004/02/mit/task";
        var task = XDocument.Parse(_scheduler.Description!);
        Assert.Equal("2026-01-01T18:09:05Z", task.Descendants(ns + "StartBoundary").Single().Value);
        Assert.Equal("S-1-5-18", task.Descendants(ns + "UserId").Single().Value);
        Assert.Equal(@"C:\Program Files\R&D\ftpx.exe", task.Descendants(ns + "Command").Single().Value);
        Assert.Equal("tune rollback 20260102-mine --yes --restart-adapters --unless-confirmed", task.Descendants(ns + "Arguments").Single().Value);
        // The task runs as SYSTEM: only administrators may write to the folder of its description.
        Assert.Equal(_journals, Path.GetDirectoryName(_scheduler.File));
        Assert.Empty(Directory.GetFileSystemEntries(_journals));
        Assert.True(await Timer().StopAsync("20260102-mine", CancellationToken.None));
        Assert.Equal("schtasks|/delete|/tn|Accelerator 20260102-mine|/f", _scheduler.Calls[^1]);
    }

    /// <summary>Imitates Wine's programs: accepts everything, does nothing and returns 0.</summary>
    [Fact]
    public async Task A_scheduler_that_does_nothing_is_found_out()
    {
        _scheduler.Works = false;
        var refused = await Assert.ThrowsAsync<SettingWriteException>(() => Timer().StartAsync("j", Due, CancellationToken.None));
        Assert.Equal("The timer for the rollback could not be started (schtasks made no task), so no adapter was restarted.", refused.Message);
        File.WriteAllText(Path.Combine(_folder, "Accelerator j"), "");
        Assert.False(await Timer().StopAsync("j", CancellationToken.None));
    }

    [Fact]
    public async Task A_missing_task_scheduler_is_reported()
    {
        var timer = new TaskSchedulerTimer(new CommandRunner(), "ftpx.exe", _folder, _journals);
        if (OperatingSystem.IsWindows()) return;
        await Assert.ThrowsAsync<SettingWriteException>(() => timer.StartAsync("j", Due, CancellationToken.None));
        Assert.False(await timer.StopAsync("j", CancellationToken.None));
    }

    private TaskSchedulerTimer Timer() => new(_scheduler, @"C:\Program Files\R&D\ftpx.exe", _folder, _journals);

    private sealed class FakeScheduler(string folder) : ICommandRunner
    {
        public bool Works { get; set; } = true;

        public List<string> Calls { get; } = [];

        public string? File { get; private set; }

        public string? Description { get; private set; }

        public Task<int> RunAsync(string program, IReadOnlyList<string> words, CancellationToken cancellationToken)
        {
            var task = Path.Combine(folder, words[2]);
            if (words[0] == "/create")
            {
                File = words[4];
                Description = System.IO.File.ReadAllText(File);
                if (Works) System.IO.File.WriteAllText(task, Description);
            }
            else if (Works)
            {
                System.IO.File.Delete(task);
            }
            Calls.Add(string.Join('|', [program, .. words.Select(word => word == File ? "FILE" : word)]));
            return Task.FromResult(0);
        }
    }
}
