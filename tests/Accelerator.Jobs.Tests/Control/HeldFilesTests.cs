using Accelerator.Jobs.Tests.Delivering;

namespace Accelerator.Jobs.Tests.Control;

/// <summary>The files that a dry run reports as held: those in the listing and those in the ledger, each once.</summary>
public sealed class HeldFilesTests
{
    private const string TwoPolls = """ "complete": { "looks": 2, "stable_for": "0s" } """;

    [Fact]
    public async Task A_file_that_the_poll_would_change_is_reported_once_and_as_it_would_be()
    {
        await using var service = await StartAsync(TwoPolls, 1);
        await service.PollAsync();
        var held = await HeldAsync(service, 10);
        Assert.Equal(("/pub", "0.bin", 1000L, "is complete and would be delivered"), (Assert.Single(held.Files).Folder, held.Files[0].Name, held.Files[0].Size, held.Files[0].Why));
        Assert.Equal((0, 0), (held.More, held.Quarantined));

        await service.Ledger.Upkeep.PauseAsync("passes", null, CancellationToken.None);
        Assert.Equal("is complete and would be delivered once its job is resumed", Assert.Single((await HeldAsync(service, 10)).Files).Why);
    }

    [Fact]
    public async Task Files_beyond_the_requested_number_are_counted()
    {
        await using var service = await StartAsync(TwoPolls, 5);
        var held = await HeldAsync(service, 2);
        Assert.Equal((2, 3), (held.Files.Count, held.More));
        await service.PollAsync();
        // The files that the poll would change are in the ledger too.
        held = await HeldAsync(service, 2);
        Assert.Equal((2, 3), (held.Files.Count, held.More));
    }

    [Fact]
    public async Task A_file_that_waits_for_its_marker_is_listed_from_the_ledger_until_it_is_delivered()
    {
        await using var service = await StartAsync(""" "complete": { "looks": 1, "stable_for": "0s", "marker": "{name}.md5" }, "include": [ "*.bin" ] """, 2);
        service.Server.Files.AddText("/pub/1.bin.md5", "x");
        await service.DeliverAsync();
        var held = await HeldAsync(service, 10);
        Assert.Equal("0.bin", Assert.Single(held.Files).Name);
        Assert.StartsWith("has not changed since ", held.Files[0].Why);
        Assert.Equal(0, held.More);
        Assert.Equal(1, (await service.CountsAsync())[FileState.Stable]);

        service.Server.Files.AddText("/pub/0.bin.md5", "anything");
        await service.DeliverAsync(2);
        Assert.Empty((await HeldAsync(service, 10)).Files);
        Assert.False(File.Exists(service.Target("0.bin.md5")));
    }

    [Fact]
    public async Task An_unreadable_file_is_reported_with_its_permissions()
    {
        await using var service = await StartAsync(TwoPolls, 1);
        await service.PollAsync();
        // A file that was seen before, one that was not, and one that may be read.
        var lines = string.Concat(new[] { ("0.bin", "adfw"), ("1.bin", "w"), ("2.bin", "r") }.Select(file => $"type=file;size=7;modify=20261120100000;perm={file.Item2}; {file.Item1}\r\n"));
        service.Server.Inject(Fault.OnListing().SendInstead(FileContent.FromBytes(Encoding.UTF8.GetBytes(lines))));
        var held = await HeldAsync(service, 10);
        Assert.Equal((3, 0), (held.Files.Count, held.More));
        string[] why = [.. held.Files.OrderBy(file => file.Name, StringComparer.Ordinal).Select(file => file.Why)];
        Assert.Equal(["cannot be read: the listing shows no read permission (adfw)", "cannot be read: the listing shows no read permission (w)"], why[..2]);
        Assert.DoesNotContain("cannot be read", why[2]);
    }

    private static async Task<JobRunnerFixture> StartAsync(string job, int files)
    {
        var service = new JobRunnerFixture { Job = job };
        for (var i = 0; i < files; i++) service.Server.Files.AddSynthetic($"/pub/{i}.bin", 1000 + i);
        await service.StartAsync();
        return service;
    }

    private static async Task<HeldFiles> HeldAsync(JobRunnerFixture service, int most)
    {
        PollReport report = (await service.Runner.PollAsync("passes", isDry: true, CancellationToken.None))!;
        return await HeldFiles.ReadAsync(report, service.Ledger, most, CancellationToken.None);
    }
}
