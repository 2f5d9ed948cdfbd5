using Accelerator.Cli.Tests;

namespace Accelerator.Matrix.Tests;

/// <summary>Section 4.7 of the fault matrix, T-LOG-1: server text that would control a terminal or mislead a reader.</summary>
public sealed class ForeignTextCases
{
    // A title, a cleared screen, C1's own CSI, a bell, an override that reverses the text after it, an isolate and a line separator; in
    // UTF-8, as in a name.
    private const string Evil = "\u001b]0;pwn\u0007\u001b[2J\u009b31m\u202Egpj.\u2066exe\u2028\u200F";

    private static readonly string Name = $"evil{Evil}";

    private static readonly string Bytes = LoopbackPath.FromUtf8(Evil);

    [Theory]
    [InlineData("plain")]
    [InlineData("--json")]
    [InlineData("--detail")]
    [InlineData("terminal")]
    public async Task T_LOG_1_a_name_is_shown_and_written_escaped_everywhere(string how)
    {
        await using var it = Case(out var screen, how);
        it.Serve($"/pub/{Name}", "text");
        string[] more = how.StartsWith("--", StringComparison.Ordinal) ? [how] : [];
        await it.GetAsync($"/pub/{Name}", [.. more, .. it.Recorded("get")]);
        it.Check(it.ExitCode == 0, "Such a name is no failure.");
        await it.MirrorAsync("/pub", [.. more, .. it.Recorded("mirror")]);
        await it.MirrorAsync("/pub", ["--dry-run", .. more]);
        if (how != "--detail") await it.ListAsync("/pub", [.. more, .. it.Recorded("ls")]);
        AssertHarmless(it, screen);
        it.Check(it.Written.Contains("pwn", StringComparison.Ordinal), "The name is nowhere.");
    }

    [Theory]
    [InlineData("plain")]
    [InlineData("--json")]
    [InlineData("terminal")]
    public async Task T_LOG_1_a_greeting_and_a_refusal_are_shown_and_written_escaped_everywhere(string how)
    {
        await using var it = Case(
            out var screen,
            how,
            Fault.OnConnection().Banner($"220 hello {Bytes}"),
            Fault.OnCommand("RETR").Reply($"550 no {Bytes}"),
            Fault.OnCommand("PWD").Reply($"257 \"/{Bytes}\""),
            Fault.OnListing().Final($"226 done, truncated {Bytes}"));
        it.Serve("/pub/file", "text");
        string[] more = how.StartsWith("--", StringComparison.Ordinal) ? [how] : [];
        await it.GetAsync("/pub/file", [.. more, .. it.Recorded("get")]);
        it.Check(it.ExitCode != 0 && it.Written.Contains("pwn", StringComparison.Ordinal), "The refusal is not told.");
        await it.MirrorAsync("/pub", [.. more, .. it.Recorded("mirror")]);
        await it.ListAsync("/pub", [.. more, .. it.Recorded("ls")]);
        AssertHarmless(it, screen);
    }

    [Fact]
    public async Task T_LOG_1_an_unparsable_listing_line_is_shown_escaped()
    {
        await using var it = Case(out var screen, "plain");
        it.Server.Inject(Fault.OnListing().SendInstead(RawListing.Of([$"what {Bytes}", $"type=file;perm={Bytes};size=1; x", $"type=file; ../{Bytes}"])));
        await it.ListAsync("/pub", ["-l", .. it.Recorded("ls")]);
        it.Check(it.Written.Contains("pwn", StringComparison.Ordinal), "The line is not told.");
        AssertHarmless(it, screen);
    }

    [Fact]
    public async Task T_LOG_1_what_a_login_is_answered_is_shown_escaped_and_so_is_the_user()
    {
        await using var it = Case(out var screen, "plain", Fault.OnCommand("PASS").Reply($"530 go away {Bytes}"));
        it.Process.Variables["FTPX_PASSWORD"] = "secret";
        await it.GetAsync("/f", ["--user", "kim\u001b[2J\u202E", .. it.Recorded("get")]);
        it.AssertSaid(4, "530 go away \\x1B]0;pwn\\x07");
        AssertHarmless(it, screen);
    }

    private static HostileFixture Case(out Screen? screen, string how, params Fault[] faults)
    {
        var it = new HostileFixture(faults);
        screen = how == "terminal" ? new Screen(400) : null;
        it.Process.Terminal = screen?.Console;
        it.Process.ErrIsTerminal = screen is not null;
        return it;
    }

    // The test screen fails on any control that the program's own frame does not use.
    private static void AssertHarmless(HostileFixture it, Screen? screen)
    {
        var all = it.Written + screen?.Text;
        var at = Enumerable.Range(0, all.Length).FirstOrDefault(i => IsHarmful(all[i]), -1);
        it.Check(at < 0, $"U+{(int)all[Math.Max(0, at)]:X4} stands behind \"{all[Math.Max(0, at - 100)..Math.Max(0, at)]}\".");
    }

    private static bool IsHarmful(char c) =>
        c is not ('\n' or '\r' or '\t') && CharUnicodeInfo.GetUnicodeCategory(c) is UnicodeCategory.Control or UnicodeCategory.Format or UnicodeCategory.LineSeparator;
}
