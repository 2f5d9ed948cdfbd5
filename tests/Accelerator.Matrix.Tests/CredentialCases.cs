namespace Accelerator.Matrix.Tests;

/// <summary>Section 4.7 of the fault matrix: a password appears only on the wire, and a session belongs to one user.</summary>
public sealed class CredentialCases
{
    private const string Secret = "Zq7-unique-hunter2";
    private const long Length = 3 << 20;

    [Theory]
    [InlineData("FTPX_PASSWORD")]
    [InlineData("--password-stdin")]
    [InlineData("netrc")]
    [InlineData("address")]
    public async Task T_CRED_1_a_password_is_in_nothing_that_a_run_writes(string source)
    {
        foreach (var verb in (string[])["get", "mirror", "ls"])
        {
            foreach (var fault in new Fault?[] { null, Fault.OnRetr(1).DropAfter(1 << 20), Fault.OnCommand("PASS").Reply("530 Login incorrect."), Fault.OnCommand("USER", 1).CloseControl() })
            {
                await using var it = Case(fault);
                await RunAsync(it, verb, source, [.. verb == "ls" ? ["--json"] : (string[])["--json", "--detail"], .. it.Recorded(verb)]);
                it.Check(fault is not null || it.ExitCode == 0, "The login was not accepted.");
                AssertNowhere(it);
            }
        }
    }

    [Fact]
    public async Task T_CRED_1_the_resume_command_of_a_stopped_run_omits_the_password()
    {
        await using var it = Case(Fault.OnRetr().StallAfter(3 << 20));
        it.Server.Files.AddSynthetic("/pub/f", Length * 8);
        // The test stops the run before the silence is a time-out. On the case's clock a minute of silence passes in less than a second.
        var run = RunAsync(it, "get", "address", [.. it.Recorded("get"), "--timeout-stall", "600"]);
        await it.KeepsAsync("f", 1);
        it.Process.Stop!.Press();
        await run;
        it.AssertSaid(130, "to continue, run: ftpx get ftp://kim:***@");
        it.Check(File.Exists(it.Local("f.part")), "Nothing was kept, so nothing was looked at.");
        AssertNowhere(it);
    }

    [Theory]
    [InlineData("230 Welcome, your password is ")]
    [InlineData("530 Wrong password: ")]
    [InlineData("421 Too many logins with ")]
    public async Task T_CRED_1_a_password_echoed_by_the_server_is_not_logged(string answer)
    {
        foreach (var verb in (string[])["get", "ls"])
        {
            await using var it = Case(Fault.OnCommand("PASS").Reply(answer + Secret));
            await RunAsync(it, verb, "FTPX_PASSWORD", it.Recorded(verb));
            AssertNowhere(it);
        }
    }

    [Theory]
    [InlineData("get")]
    [InlineData("mirror")]
    [InlineData("ls")]
    public async Task T_CRED_1_a_word_that_makes_no_sense_is_repeated_without_the_password(string verb)
    {
        await using var it = Case(null);
        await it.RunAsync(verb, $"ftp://kim:{Secret}@host:port/f", "--streams", "many");
        it.Check(it.ExitCode == 2, "It makes no sense.");
        await it.RunAsync(verb, $"ftp//kim:{Secret}@host/f", $"ftpx://kim:{Secret}@host/f");
        it.Check(it.ExitCode == 2, "It makes no sense.");
        await it.RunAsync(verb, "--no-such-option", $"ftp://kim:pass/{Secret}@host/f", "more", "and more");
        it.Check(it.ExitCode == 2, "It makes no sense.");
        await it.RunAsync(verb, "--streams", $"ftp://kim:pass/{Secret}@host/f");
        it.Check(it.ExitCode == 2, "It makes no sense.");
        AssertNowhere(it);
        it.AssertNoConnection();
    }

    [Fact]
    public async Task T_CRED_2_a_password_in_an_address_is_warned_of_and_kept_out_of_everything()
    {
        await using var it = Case(null);
        await RunAsync(it, "get", "address", it.Recorded("get"));
        it.AssertSaid(0, "A password in a URL is visible to all users of this computer");
        AssertNowhere(it);
        it.Check(it.Written.Contains("PASS ****", StringComparison.Ordinal), "The trace does not show that a password was sent.");
    }

    [Fact]
    public async Task T_POOL_1_no_session_is_used_for_another_user()
    {
        await using var it = new HostileFixture();
        foreach (var name in (string[])["a", "b", "c", "d"]) it.Server.Files.AddSynthetic($"/{name}", Length);
        var server = it.Server.EndPoint;
        await it.RunAsync("get", $"ftp://kim:one@{server}//a", $"ftp://lee:two@{server}//b", $"ftp://kim:one@{server}//c", $"ftp://lee:two@{server}//d", "-o", it.Into, "--streams", "2");
        it.Check(it.ExitCode == 0, "Both may log in.");
        foreach (var connection in it.Server.Log.Commands.GroupBy(command => command.Connection))
        {
            var users = connection.Where(command => command.Verb == "USER").Select(command => command.Argument).ToList();
            it.Check(users.Count == 1, $"On connection {connection.Key} the users are {string.Join(", ", users)}.");
            string[] own = users[0] == "kim" ? ["/a", "/c"] : ["/b", "/d"];
            it.Check(connection.Where(command => command.Verb is "RETR" or "SIZE" or "MDTM").All(command => own.Any(command.Argument.StartsWith)), $"{users[0]}'s session asked for another's file.");
        }
    }

    private static HostileFixture Case(Fault? fault)
    {
        var it = new HostileFixture(new LoopbackOptions { Faults = fault is null ? FaultPlan.None : FaultPlan.Of(fault), User = "kim", Password = Secret });
        it.Server.Files.AddSynthetic("/pub/f", Length);
        return it;
    }

    private static async Task RunAsync(HostileFixture it, string verb, string source, string[] more)
    {
        var path = verb == "get" ? "/pub/f" : "/pub";
        var address = $"ftp://{(source == "address" ? $"kim:{Secret}@" : "")}{it.Server.EndPoint}/{path}";
        string[] login = source switch
        {
            "address" => [],
            "netrc" => ["--netrc", it.Process.Write("netrc", $"machine 127.0.0.1 login kim password {Secret}\n")],
            "--password-stdin" => ["--user", "kim", "--password-stdin"],
            _ => ["--user", "kim"],
        };
        it.Process.StandardInput = Secret + "\n";
        if (source == "FTPX_PASSWORD") it.Process.Variables[source] = Secret;
        string[] target = verb switch { "get" => ["-o", it.Into], "mirror" => [it.Into], _ => [] };
        await it.RunAsync([verb, address, .. target, .. login, .. more]);
        if (source == "netrc") File.Delete(Path.Combine(it.Process.Folder, "netrc"));
    }

    private static void AssertNowhere(HostileFixture it)
    {
        it.Check(!it.Written.Contains(Secret, StringComparison.OrdinalIgnoreCase), $"The password was written to: {string.Join("; ", it.Written.Split('\n').Where(line => line.Contains(Secret, StringComparison.OrdinalIgnoreCase)).Take(5))}");
        foreach (var path in Directory.EnumerateFiles(it.Process.Folder, "*", SearchOption.AllDirectories))
            it.Check(!File.ReadAllText(path, Encoding.Latin1).Contains(Secret, StringComparison.OrdinalIgnoreCase), $"The password is in {path}.");
    }
}
