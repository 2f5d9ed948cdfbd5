using System.Text.Json;
using Accelerator.Cli.Commands;
using Accelerator.Cli.Tune;
using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Profiles;
using Accelerator.Tuning.Reading;
using Accelerator.Tuning.Running;
using Accelerator.Tuning.Tests.Running;

namespace Accelerator.Cli.Tests.Tune;

/// <summary>Whole command lines over a computer made of strings, and journals in a real folder.</summary>
public sealed class TuneRunnerTests : IDisposable
{
    private const string Mine =
        """
        {
          "id": "mine", "title": "t", "for": "me",
          "settings": {
            "tcp.autotuning": { "value": "normal", "reason": "One stream carries one window.", "source": "s" },
            "tcp.rss": { "value": "enabled", "reason": "Off, one processor takes all.", "source": "s" },
            "nic.rss": { "value": "enabled", "reason": "Off, one processor takes all.", "source": "s" }
          }
        }
        """;

    private readonly TestSurroundings _process = new();
    private readonly FakeStore _store = new();
    private bool _isElevated = true;
    private HostPlatform? _platform = HostPlatform.Windows;

    public TuneRunnerTests()
    {
        _process.Write("mine.json", Mine);
        _store["tcp.autotuning"] = "restricted";
        _store["tcp.rss"] = "enabled";
        _store["nic.rss@0001"] = "disabled";
        _store["dead.tcp-window-size"] = "65535";
    }

    public void Dispose() => _process.Dispose();

    [Fact]
    public void The_help_has_all_profiles() => Assert.Equal(TuneCommand.Profiles, string.Join(", ", ProfileShelf.Names));

    [Fact]
    public async Task The_plan_is_shown_and_nothing_is_changed()
    {
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("diff", "mine.json"));
        Assert.Equal(
            """
            To be changed
            setting         is          will be  why
            tcp.autotuning  restricted  normal   One stream carries one window.
            nic.rss@0001    disabled    enabled  Off, one processor takes all.

            Found besides
            setting               is     what to know
            dead.tcp-window-size  65535  Windows 10, Server 2019 and later do not read it

            2 changes; 1 as they should be, 0 left alone. They hold when Some adapter was restarted, which cuts the link for some seconds.

            """,
            _process.Out.ToString(),
            ignoreLineEndingDifferences: true);
        Assert.Equal("restricted", _store["tcp.autotuning"]);
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("apply", "mine.json", "--what-if"));
        Assert.Equal("restricted", _store["tcp.autotuning"]);
    }

    [Fact]
    public async Task What_is_applied_is_set_back()
    {
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("apply", "mine.json", "--yes"));
        Assert.EndsWith("Changed and verified. ftpx tune rollback 20260102T030405000Z-mine sets it back.\n", _process.Out.ToString(), StringComparison.Ordinal);
        Assert.Equal(("normal", "enabled"), (_store["tcp.autotuning"], _store["nic.rss@0001"]));

        await RunAsync("history");
        Assert.Contains("20260102T030405000Z-mine  mine     2        in force", _process.Out.ToString(), StringComparison.Ordinal);

        Assert.Equal((int)ExitCodes.Ok, await RunAsync("rollback", "--yes"));
        Assert.EndsWith("20260102T030405000Z-mine is set back.\n", _process.Out.ToString(), StringComparison.Ordinal);
        Assert.Equal(("restricted", "disabled"), (_store["tcp.autotuning"], _store["nic.rss@0001"]));
        await AssertRefusedAsync("Nothing that ftpx tune has changed is in force.", "rollback", "--yes");
    }

    /// <summary>Wine's netsh takes every word, says nothing and does nothing.</summary>
    [Fact]
    public async Task What_is_not_read_back_is_set_back_at_once()
    {
        (_store.Fault, _store.FaultAt) = (StoreFault.DoesNothing, 2);
        Assert.Equal((int)ExitCodes.Failed, await RunAsync("apply", "mine.json", "--yes"));
        Assert.Equal(
            "ftpx: nic.rss@0001: enabled was written and disabled was read back: not verified.\nftpx: Nothing is changed: what had been written was set back.\n",
            _process.Err.ToString());
        Assert.Equal("restricted", _store["tcp.autotuning"]);
    }

    [Fact]
    public async Task Without_rights_nothing_is_changed_and_the_message_says_how_to_get_them()
    {
        _isElevated = false;
        Assert.Equal((int)ExitCodes.Elevation, await RunAsync("apply", "mine.json", "--yes"));
        Assert.Contains("Run as administrator", _process.Err.ToString(), StringComparison.Ordinal);
        Assert.Equal("restricted", _store["tcp.autotuning"]);
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("diff", "mine.json"));
    }

    [Theory]
    [InlineData("y\n", "normal")]
    [InlineData("n\n", "restricted")]
    [InlineData("", "restricted")]
    public async Task At_a_terminal_it_asks(string answer, string expected)
    {
        (_process.InIsTerminal, _process.StandardInput) = (true, answer);
        await RunAsync("apply", "mine.json");
        Assert.Contains("Change this computer so? [y/N] ", _process.Err.ToString(), StringComparison.Ordinal);
        Assert.Equal(expected, _store["tcp.autotuning"]);
    }

    [Fact]
    public async Task Where_nobody_can_be_asked_it_wants_a_word() => await AssertRefusedAsync("Nobody can be asked here: add --yes.", "apply", "mine.json");

    [Theory]
    [InlineData("There is no profile \"fast\". There are: conservative, desktop-wan, dtn-lan-10g, dtn-wan-10g, server-wan.", "diff", "fast")]
    [InlineData("The profile desktop-wan is for Windows 10 and 11, and this computer runs Windows Server.", "diff", "desktop-wan")]
    [InlineData("There is no tuning \"x\". ftpx tune history lists them.", "rollback", "x")]
    public Task What_makes_no_sense_is_told(string message, params string[] words) => AssertRefusedAsync(message, words);

    [Fact]
    public async Task A_profile_that_is_wrong_is_told_with_its_line()
    {
        _process.Write("bad.json", Mine.Replace("normal", "fast", StringComparison.Ordinal));
        await AssertRefusedAsync("bad.json, line 4: tcp.autotuning: \"fast\" is none of disabled, highlyrestricted, restricted, normal, experimental.", "diff", "bad.json");
        await AssertRefusedAsync("The profile none.json cannot be read: ", "diff", "none.json");
    }

    [Fact]
    public async Task On_Linux_it_reads_and_advises()
    {
        _platform = HostPlatform.Linux;
        _store["linux.sack"] = "disabled";
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("diff", "conservative"));
        Assert.Contains("linux.sack  disabled  enabled", _process.Out.ToString(), StringComparison.Ordinal);
        Assert.DoesNotContain("tcp.", _process.Out.ToString(), StringComparison.Ordinal);
        await AssertRefusedAsync("ftpx tune changes settings of Windows only; on Linux it reads and advises.", "apply", "conservative", "--yes");
        await AssertRefusedAsync("ftpx tune changes settings of Windows only", "rollback", "--yes");
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("apply", "conservative", "--what-if"));
        Assert.Equal("disabled", _store["linux.sack"]);
    }

    [Fact]
    public async Task On_other_systems_only_the_list_works()
    {
        _platform = null;
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("list"));
        Assert.Contains("tcp.autotuning", _process.Out.ToString(), StringComparison.Ordinal);
        await AssertRefusedAsync("ftpx tune knows the settings of Windows and Linux, and this is neither.", "show");
    }

    [Theory]
    [InlineData("tune_setting", "list")]
    [InlineData("tune_state", "show")]
    [InlineData("tune_step tune_found", "diff", "mine.json")]
    [InlineData("tune_step tune_found tune_result", "apply", "mine.json", "--yes")]
    public async Task Each_line_of_JSON_has_its_type(string types, params string[] words)
    {
        Assert.Equal((int)ExitCodes.Ok, await RunAsync([.. words, "--json"]));
        Assert.Equal(types.Split(' '), _process.Out.ToString().TrimEnd().Split('\n').Select(line => JsonDocument.Parse(line).RootElement.GetProperty("type").GetString()).Distinct());
    }

    private async Task AssertRefusedAsync(string message, params string[] words)
    {
        _process.Err.GetStringBuilder().Clear();
        Assert.Equal((int)ExitCodes.Usage, await RunAsync(words));
        Assert.StartsWith($"ftpx: {message}", _process.Err.ToString(), StringComparison.Ordinal);
    }

    private Task<int> RunAsync(params string[] words)
    {
        var facts = new HostFacts(20348, IsServer: true, 8, [new AdapterFacts("{A}", "Some adapter", "0001")]) { Platform = _platform ?? HostPlatform.Windows };
        var host = new TuneHost(facts, _store, new JournalFolder(Path.Combine(_process.Folder, "journals")), "here", _isElevated);
        var verbs = new Verbs(_ => throw new InvalidOperationException(), _ => throw new InvalidOperationException(), _ => throw new InvalidOperationException())
        {
            Tune = options => new TuneRunner(_process.Value, () => _platform is null ? null : host).RunAsync(options),
        };
        return FtpxCommand.RunAsync(["tune", .. words], _process.Value, verbs);
    }
}
