namespace Accelerator.Interop.Tests.Services;

/// <summary>The real service on Linux, asked by the real <c>ftpx</c>, with a socket in systemd's place.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class ServiceTests
{
    [Fact]
    public async Task A_service_starts_without_a_job_file_loads_one_pauses_resumes_and_stops()
    {
        await using var service = new ServiceFixture();
        await service.StartReadyAsync();
        var status = await service.StatusAsync();
        Assert.Equal((service.Run!.Id, "running", 0), (status.GetProperty("process").GetInt32(), status.GetProperty("state").GetString(), status.GetProperty("jobs").GetInt32()));
        Assert.StartsWith($"The job file {service.Jobs} does not exist. ", Assert.Single(status.GetProperty("problems").EnumerateArray().ToList()).GetString());

        service.WriteJobs("passes");
        Assert.Equal((0, $"{service.Jobs} is in effect: 1 job of 1 server.\n", ""), Parts(await service.FtpxAsync("service", "reload")));

        Assert.Equal((0, "The service is paused.\n", ""), Parts(await service.FtpxAsync("service", "pause")));
        Assert.Equal("paused", (await service.StatusAsync()).GetProperty("state").GetString());
        Assert.Equal((0, "The service is running.\n", ""), Parts(await service.FtpxAsync("service", "continue")));
        Assert.Equal("running", (await service.StatusAsync()).GetProperty("state").GetString());

        await service.SignalAsync("TERM");
        Assert.Equal("STOPPING=1", await service.HearAsync());
        Assert.Equal(0, (await service.EndAsync()).ExitCode);
        Assert.False(File.Exists(Path.Combine(service.Data, "ftpx.sock")));
        var asked = await service.FtpxAsync("service", "status");
        Assert.Equal((14, ""), (asked.ExitCode, asked.Output));
        Assert.StartsWith($"ftpx: error: The service with the data folder {service.Data} does not answer.\nftpx: note: The data folder exists, so the service has run before. ", asked.Error);
    }

    [Fact]
    public async Task A_broken_job_file_leaves_the_last_right_one_in_force_and_a_hang_up_reads_it_again()
    {
        await using var service = new ServiceFixture();
        Directory.CreateDirectory(service.Data, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        service.WriteJobs("passes");
        await service.StartReadyAsync();
        await File.WriteAllTextAsync(service.Jobs, """{ "jobs": { "passes": { "kind": "push" } } }""");
        var reload = (await service.FtpxAsync("service", "reload")).Expect(1);
        Assert.Contains("The previous job file stays in force.", reload.Error);
        Assert.Contains("line 1, jobs.passes.kind: ", reload.Error);
        var status = await service.StatusAsync();
        Assert.Equal(1, status.GetProperty("jobs").GetInt32());
        Assert.NotEqual(0, status.GetProperty("problems").GetArrayLength());

        service.WriteJobs("other");
        await service.SignalAsync("HUP");
        Assert.StartsWith("RELOADING=1\nMONOTONIC_USEC=", await service.HearAsync());
        Assert.Equal("READY=1", await service.HearAsync());
        Assert.Empty((await service.StatusAsync()).GetProperty("problems").EnumerateArray());
    }

    [Fact]
    public async Task A_secret_goes_into_the_vault_and_nowhere_else()
    {
        await using var service = new ServiceFixture();
        await service.StartReadyAsync();
        Assert.Equal((0, "The service has stored the credential kim.\n", ""), Parts(await service.FtpxWithInputAsync("geheim-7391", "credential", "set", "kim", "--service")));
        Assert.Equal((0, "kim\n", ""), Parts(await service.FtpxAsync("credential", "list", "--service")));
        var secret = Path.Combine(service.Data, "credentials", "kim.secret");
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(secret));
        await service.SignalAsync("TERM");
        var end = (await service.EndAsync()).Expect();
        foreach (var file in Directory.EnumerateFiles(service.Data, "*", SearchOption.AllDirectories))
            Assert.Equal(file == secret, (await File.ReadAllTextAsync(file)).Contains("geheim-7391", StringComparison.Ordinal));
        Assert.DoesNotContain("geheim", end.Output + end.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_second_service_in_its_folder_is_refused_and_one_after_a_kill_is_not()
    {
        await using var service = new ServiceFixture();
        await using var first = await service.StartReadyAsync();
        await using (service.Start())
        {
            var refused = (await service.EndAsync()).Expect(15);
            Assert.StartsWith($"ftpxd: Another ftpxd uses the data folder {service.Data}: ", refused.Error);
            Assert.Single(refused.Error.TrimEnd().Split('\n'));
        }
        await first.KillAsync();
        Assert.True(File.Exists(Path.Combine(service.Data, "ftpx.sock")));
        await service.StartReadyAsync();
        Assert.Equal(service.Run!.Id, (await service.StatusAsync()).GetProperty("process").GetInt32());
    }

    [Fact]
    public async Task A_folder_that_others_may_write_is_refused()
    {
        await using var service = new ServiceFixture();
        Directory.CreateDirectory(service.Data);
        File.SetUnixFileMode(service.Data, (UnixFileMode)0b111_111_111);
        service.Start();
        var end = await service.EndAsync();
        Assert.Equal((10, ""), (end.ExitCode, end.Output));
        Assert.StartsWith($"ftpxd: The data folder {service.Data} cannot be used: ", end.Error);
        Assert.Single(end.Error.TrimEnd().Split('\n'));
    }

    private static (int ExitCode, string Output, string Error) Parts(Servers.ProgramEnd end) => (end.ExitCode, end.Output, end.Error);
}
