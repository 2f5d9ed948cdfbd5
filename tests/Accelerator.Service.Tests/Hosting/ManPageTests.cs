using Accelerator.Cli.Tests.Docs;

namespace Accelerator.Service.Tests.Hosting;

/// <summary>ftpxd(8) is generated from the same tables as the help.</summary>
public sealed class ManPageTests
{
    [Fact]
    public void The_page_has_every_option_and_exit_code()
    {
        var command = DaemonCommand.Create();
        var options = command.Options.Where(option => option is not (System.CommandLine.Help.HelpOption or System.CommandLine.VersionOption)).ToList();
        var page = new ManPage("ftpxd", 8, "download files from FTP servers on a schedule");
        page.Section("Synopsis");
        page.Paragraph("ftpxd [OPTIONS]");
        page.Section("Description");
        page.Paragraph(command.Description!);
        page.Section("Options");
        foreach (var option in options) page.Item(UsageOf(option), option.Description!);
        page.Section("Exit status");
        foreach (var exit in ServiceExits.All) page.Item($"{exit.Value} {exit.Name}", exit.Meaning);
        page.Section("See also");
        page.Paragraph("ftpx(1)");

        var plain = page.Check().Replace("\\-", "-");
        Assert.Equal(5, options.Count);
        Assert.All(options, option => Assert.Contains($"\\fB{UsageOf(option)}\\fR\n", plain, StringComparison.Ordinal));
        Assert.All(ServiceExits.All, exit => Assert.Contains($"\\fB{exit.Value} {exit.Name}\\fR\n", plain, StringComparison.Ordinal));
    }

    [Fact]
    public void The_help_fits_eighty_columns()
    {
        using var output = new StringWriter();
        Assert.Equal(0, DaemonCommand.Create().Parse(["--help"]).Invoke(new System.CommandLine.InvocationConfiguration { Output = output }));
        Assert.All(output.ToString().ReplaceLineEndings("\n").Split('\n'), line => Assert.True(line.Length <= 80, line));
    }

    private static string UsageOf(System.CommandLine.Option option) => option.HelpName is { } value ? $"{option.Name} {value}" : option.Name;
}
