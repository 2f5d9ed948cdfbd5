using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Accelerator.Service.Tests.Hosting;

/// <summary>How the service ends if it cannot start. Its successful start is tested with the real program.</summary>
public sealed class ServiceRunTests
{
    [Fact]
    public async Task An_unusable_folder_or_socket_is_reported_in_one_sentence()
    {
        using var folder = new TempFolder();
        DaemonOptions Options(string data) => new(folder.File(data), folder.File("jobs.json"), IsConsole: true);
        using (LockedFolder.Take(Options("taken"))) await RefusedAsync(Options("taken"), ServiceExits.Taken, $"Another ftpxd uses the data folder {folder.File("taken")}");

        await File.WriteAllTextAsync(folder.File("file"), "");
        await RefusedAsync(Options("file"), ServiceExits.Disk, $"The data folder {folder.File("file")} cannot be used: ", "set another folder with --data.");

        Directory.CreateDirectory(folder.File(Path.Combine("data", "ftpx.sock")));
        await RefusedAsync(Options("data"), ServiceExits.Taken, $"The control socket {folder.File(Path.Combine("data", "ftpx.sock"))} cannot be created: ", "or set another data folder with --data.");
    }

    [Fact]
    public void Invalid_arguments_are_refused() => Assert.All((string[])["--bogus", "word", "--data"], word =>
    {
        using var error = new StringWriter();
        Assert.Equal(ServiceExits.Usage.Value, DaemonCommand.Run([word], error));
        Assert.Matches("^ftpxd: .+\n.*Try: ftpxd --help", error.ToString().ReplaceLineEndings("\n"));
    });

    [Theory]
    [InlineData("has an empty value", "--data=")]
    [InlineData("has an empty value", "--jobs", "")]
    [InlineData("needs a value, but \"--console\" follows", "--data", "--console")]
    public void An_option_never_takes_the_next_option_for_its_value(string part, params string[] words)
    {
        using var error = new StringWriter();
        Assert.Equal(ServiceExits.Usage.Value, DaemonCommand.Run([.. words, "--bogus"], error));
        Assert.Contains(part, error.ToString());
    }

    [Fact]
    public void A_folder_and_a_file_are_full_paths()
    {
        var options = DaemonCommand.Options("d", null, isConsole: false, _ => null);
        Assert.Equal(Path.GetFullPath("d"), options.Data);
        Assert.Equal(Path.GetFullPath(Path.Combine("d", "jobs.json")), options.Jobs);
        Assert.Equal(Path.GetFullPath("j"), DaemonCommand.Options("d", "j", isConsole: false, _ => null).Jobs);
    }

    /// <summary>The host of .NET 10 exits with success in this case, and neither Windows nor systemd would restart the service.</summary>
    [Fact]
    public async Task A_service_that_throws_while_it_runs_is_a_failure()
    {
        var builder = Host.CreateEmptyApplicationBuilder(new HostApplicationBuilderSettings());
        builder.Services.AddSingleton<IHostedService>(new Falling());
        using var host = builder.Build();
        Assert.Equal("It fell.", (await Assert.ThrowsAsync<InvalidOperationException>(() => ServiceRun.RunAsync(host)).SoonAsync()).Message);
    }

    private sealed class Falling : BackgroundService
    {
        protected override async Task ExecuteAsync(CancellationToken stoppingToken)
        {
            await Task.Yield();
            throw new InvalidOperationException("It fell.");
        }
    }

    private static async Task RefusedAsync(DaemonOptions options, ServiceExit exit, string beginning, string end = "")
    {
        using var error = new StringWriter();
        Assert.Equal(exit.Value, await new ServiceRun(options, TimeProvider.System, error).RunAsync(null).SoonAsync());
        Assert.StartsWith("ftpxd: " + beginning, error.ToString());
        Assert.EndsWith(end, error.ToString().TrimEnd());
        Assert.Single(error.ToString().TrimEnd().Split('\n'));
    }
}
