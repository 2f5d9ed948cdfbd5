using Accelerator.Cli.Tests.Docs;

namespace Accelerator.Service.Tests.Hosting;

/// <summary>docs/service-reference.md and docs/dashboard.md match the service.</summary>
public sealed class ServiceDocsTests
{
    [Fact]
    public async Task The_page_has_every_verb()
    {
        using var folder = new TempFolder();
        using var vault = new CredentialVault(folder.Path, TimeProvider.System);
        using var core = new ServiceCore(folder.Path, vault, TimeProvider.System, NullLogger.Instance);
        using var watch = new JobFileWatch("jobs.json", core.ApplyAsync, TimeProvider.System, NullLogger.Instance);
        await using var outputs = new ServiceOutputs(folder.Path, core, watch, vault, TimeProvider.System, NullLoggerFactory.Instance);
        var status = new StatusReader(new DaemonOptions("/d", "/d/jobs.json", IsConsole: false), core, watch, outputs, TimeProvider.System);
        Assert.Equal(new VerbTable(core, watch, vault, status, outputs.Figures, outputs.Alerts, TimeProvider.System, NullLogger.Instance).Rows.Select(verb => $"| `{verb.Name}` | {verb.Text} |"), Table("verb"));
    }

    [Fact]
    public void The_page_has_every_exit_code() => Assert.Equal(ServiceExits.All.Select(exit => $"| {exit.Value} | {exit.Name} | {exit.Meaning} |"), Table("code"));

    [Fact]
    public void The_page_has_every_option() => Assert.Equal(
        new[] { DaemonCommand.Data, DaemonCommand.Jobs, DaemonCommand.Node, DaemonCommand.Dashboard, (System.CommandLine.Option)DaemonCommand.AtConsole }.Select(option => $"| `{option.Name}{(option.HelpName is null ? "" : " " + option.HelpName)}` | {option.Description} |"),
        Table("option"));

    [Fact]
    public void The_page_has_every_metric() => Assert.Equal(MetricTable.Rows.Select(row => $"| `{row.Name}` | {row.Kind} | {row.Labels} | {row.Meaning} |"), Table("metric", "dashboard.md"));

    private static IEnumerable<string> Table(string title, string page = "service-reference.md") =>
        CheckoutFiles.Read($"docs/{page}").ReplaceLineEndings("\n").Split('\n')
            .SkipWhile(line => !line.StartsWith($"| {title} |", StringComparison.Ordinal)).Skip(2).TakeWhile(line => line.StartsWith('|'));
}
