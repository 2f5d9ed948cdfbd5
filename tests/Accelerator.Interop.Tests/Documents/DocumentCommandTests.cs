namespace Accelerator.Interop.Tests.Documents;

/// <summary>Runs the commands of the documentation pages on real servers.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class DocumentCommandTests
{
    private const string Checklist = "docs/windows-checklist.md";

    /// <summary>
    /// The commands that are run elsewhere or cannot be run here, each with the reason. An entry without a matching command fails the test.
    /// </summary>
    private static readonly (string Begin, string Why)[] NotHere =
    [
        ("ftpx serve ", "runs until it is stopped: the group serving"),
        ("ftpx gateway ", "runs until it is stopped: the group gateways"),
        ("ftpxd ", "runs until it is stopped: the walk of docs/service.md is run by WalkTests"),
        ("ftpx job ", "asks a service: WalkTests, and the group services; the guide's is typed by WineServiceTests"),
        ("ftpx service ", "asks or changes a service: WalkTests, and the group services; the guide's are typed by WineServiceTests"),
        ("ftpx probe --history ", "asks a service: PathVerbsTests"),
        ("ftpx tune apply ", "changes the computer: the guide's is typed by TuneRunnerTests at one made of strings, and WineTuneTests have Wine's"),
        ("ftpx tune rollback", "the same"),
        ("ftpx tune confirm", "the same"),
        ("ftpx selftest", "a group of its own"),
        ("ftpx ls --json ftp://push@", "MigrateTests"),
        ("ftpx get --proxy ", "ProxyTests"),
    ];

    [ServerFact("proftpd", "vsftpd")]
    public async Task Every_command_of_the_pages_works_as_written()
    {
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(15));
        await using var pages = await DocumentFixture.StartAsync(deadline.Token);
        var failures = new ConcurrentBag<string>();
        var commands = DocumentCommand.All().Where(command => command.Page != Checklist && !command.IsSynopsis && !IsElsewhere(command)).ToList();
        Assert.True(commands.Count > 30, $"Only {commands.Count} commands were found.");
        // Several commands copy the same files to one server; those run one after another.
        var chains = commands.GroupBy(command => command.Text.StartsWith("ftpx fxp ", StringComparison.Ordinal) ? "ftpx fxp" : command.Text);
        await Parallel.ForEachAsync(chains, new ParallelOptions { MaxDegreeOfParallelism = 4, CancellationToken = deadline.Token }, async (chain, stop) =>
        {
            foreach (var command in chain)
            {
                var (end, words) = await pages.RunAsync(command, stop);
                // ftpx diff ends with 1 when something differs, as diff does.
                if (end.ExitCode != 0 && !(end.ExitCode == 1 && command.Words[1] == "diff")) failures.Add($"{command.Page}: {command.Text}\n  as ftpx {words}\n  exit code {end.ExitCode}: {end.Output[^Math.Min(600, end.Output.Length)..]}{end.Error}");
            }
        });
        Assert.True(failures.IsEmpty, $"{failures.Count} of {commands.Count}:\n{string.Join('\n', failures)}");
    }

    [Fact]
    public void Every_command_excluded_here_is_on_some_page() =>
        Assert.All(NotHere, one => Assert.Contains(DocumentCommand.All(), command => command.Text.StartsWith(one.Begin, StringComparison.Ordinal)));

    [Fact]
    public void A_page_is_read_as_people_read_it()
    {
        const string page = "```text\nftpx get ftp://host/b\n```\n```text\nftpx get ftp://host/c\nftpx: says this\n```\n```powershell\n$env:X = 1; ftpx get ftp://host/a -o D:\\x\\ | ConvertFrom-Json\n```\n```\nftpx ls ftp://host/a     names\nftpx site show HOST[:PORT]     all\n```\n```\nftpx tune prints this.\nand more\n```\n";

        Assert.Equal(["ftpx get ftp://host/b", "ftpx get ftp://host/a -o D:\\x\\", "ftpx ls ftp://host/a", "ftpx site show HOST[:PORT]"], DocumentCommand.Read("page", page).Select(command => command.Text));
        Assert.Equal([false, false, false, true], DocumentCommand.Read("page", page).Select(command => command.IsSynopsis));
    }

    private static bool IsElsewhere(DocumentCommand command) =>
        (NotHere.Any(one => command.Text.StartsWith(one.Begin, StringComparison.Ordinal)) && !command.Words.Contains("--what-if")) || (command.Text.StartsWith("ftpx credential ", StringComparison.Ordinal) && command.Words.Contains("--service"));
}
