namespace Accelerator.Cli.Tests;

/// <summary>
/// Every <c>ftpx</c> command in the code blocks of a page is accepted, except below a heading that marks it as not yet available.
/// </summary>
public sealed partial class ExampleTests
{
    private const int Taken = 77;

    [Theory]
    [InlineData("README.md", 6)]
    [InlineData("docs/windows-checklist.md", 35)]
    [InlineData("docs/service.md", 5)]
    [InlineData("docs/powershell.md", 3)]
    public async Task Every_command_on_a_page_exists(string page, int least)
    {
        var commands = Commands(CheckoutFiles.Read(page).ReplaceLineEndings("\n").Split('\n')).ToList();
        Assert.True(commands.Count >= least, $"{page} has only {commands.Count} commands.");
        foreach (var command in commands)
        {
            using var process = new TestEnvironment();
            var exitCode = await FtpxCommand.RunAsync([.. Word().Matches(command).Select(word => word.Value.Trim('"', '\''))], process.Value, TakenBy(process.Value));
            Assert.True(exitCode is Taken or 0, $"{page}: ftpx {command}\n{process.Err}");
        }
    }

    private static IEnumerable<string> Commands(IEnumerable<string> lines)
    {
        var (isBlock, isToCome) = (false, false);
        foreach (var line in lines)
        {
            if (line.StartsWith("## ", StringComparison.Ordinal)) isToCome = line.EndsWith("(when it is there)", StringComparison.Ordinal);
            if (line.StartsWith("```", StringComparison.Ordinal)) isBlock = !isBlock;
            else if (isBlock && !isToCome)
            {
                foreach (Match command in Command().Matches(line)) yield return command.Groups[1].Value;
            }
        }
    }

    private static IReadOnlyList<Command> TakenBy(ProcessEnvironment process)
    {
        var taken = Task.FromResult(Taken);
        return CommandLineFixture.CommandsOf(
            process,
            new GetCommand(_ => taken), new SelftestCommand(_ => taken), new SiteCommand(_ => taken), new MirrorCommand(_ => taken),
            new FxpCommand(_ => taken), new LsCommand(_ => taken), new TuneCommand(_ => taken), new ProbeCommand(_ => taken),
            new JobCommand(_ => taken), new ServiceCommand(_ => taken), new CredentialCommand(_ => taken), new ServeCommand(_ => taken));
    }

    // Matches up to the character that ends a command in PowerShell and cmd.
    [GeneratedRegex(@"(?<![\w.\\/])ftpx ([^|;>}#]+)")]
    private static partial Regex Command();

    [GeneratedRegex("\"[^\"]+\"|'[^']+'|[^ ]+")]
    private static partial Regex Word();
}
