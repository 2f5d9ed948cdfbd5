namespace Accelerator.Matrix.Tests;

/// <summary>Section 4.7 of the fault matrix: strings whose content could become a second command.</summary>
public sealed class InjectionCases
{
    public static TheoryData<string> Ends => ["\r\n", "\n", "\r", "\0"];

    [Theory]
    [InlineData("%0d%0aDELE%20x")]
    [InlineData("%0DDELE%20x")]
    [InlineData("%0ADELE%20x")]
    [InlineData("%00DELE%20x")]
    [InlineData("\r\nDELE x")]
    [InlineData("\nDELE x")]
    [InlineData("x\0DELE x")]
    public async Task T_INJ_1_no_path_of_an_address_holds_a_second_command(string path)
    {
        foreach (var verb in (string[])["get", "mirror", "ls"])
        {
            await using var it = new HostileFixture();
            await it.RunAsync([verb, $"ftp://{it.Server.EndPoint}//pub/{path}", .. verb == "mirror" ? [it.Into] : Array.Empty<string>()]);
            it.AssertSaid(2, "would end the FTP command");
            it.AssertNoConnection();
        }
    }

    [Theory]
    [MemberData(nameof(Ends))]
    public async Task T_INJ_1_no_login_from_elsewhere_holds_a_second_command(string end)
    {
        foreach (var (user, password) in new[] { ($"kim{end}DELE x", "pass"), ("kim", $"pass{end}DELE x") })
        {
            await using var it = new HostileFixture();
            it.Process.Variables["FTPX_PASSWORD"] = password;
            await it.RunAsync("get", it.Server.UrlOf("/f"), "-o", it.Into, "--user", user);
            it.AssertSaid(2, "contains a line end or NUL, which FTP cannot transmit");
            it.AssertNoConnection();
        }
    }

    /// <summary>
    /// Letters whose UTF-16 code unit has CR or LF as its low byte: narrowing would produce a line end (Klink 2017, CVE-2023-36049).
    /// </summary>
    [Theory]
    [InlineData("utf-8")]
    [InlineData("latin1")]
    [InlineData("cp949")]
    public async Task T_INJ_1_no_letter_becomes_a_line_end_when_it_is_encoded(string charset)
    {
        const string Letters = "\u010D\u010A\u560D\u560ADELE x";
        await using var it = new HostileFixture();
        it.Process.Variables["FTPX_PASSWORD"] = Letters;
        await it.RunAsync("get", it.Server.UrlOf("/f"), "-o", it.Into, "--user", Letters, "--charset", charset);
        await it.RunAsync("get", $"ftp://{it.Server.EndPoint}//{Letters}", "-o", it.Into, "--charset", charset);
        it.Check(it.ExitCode is 2 or 3, "There is no such file.");
        it.Check(it.Server.Log.CountOf("DELE") == 0, "A second command was sent.");
    }

    [Theory]
    [InlineData(true, "a\rDELE x")]
    [InlineData(false, "a\rDELE x")]
    [InlineData(true, "a\0DELE x")]
    [InlineData(false, "a\0DELE x")]
    public async Task T_INJ_1_no_name_in_a_listing_holds_a_second_command(bool isMlsd, string name)
    {
        await using var it = new HostileFixture(RawListing.Options(isMlsd));
        it.Serve("/pub/good", "good");
        it.Server.Inject(Fault.OnListing().SendInstead(RawListing.OfFiles(isMlsd, name, "good")));

        await it.MirrorAsync("/pub");

        it.AssertSaid(12, "1 unsafe name rejected, the first is \"a\\x");
        it.Check(it.Server.Log.CountOf("DELE") == 0, "A second command was sent.");
        it.AssertHere(("good", "good"));
    }

    [Fact]
    public async Task T_INJ_1_no_working_folder_that_the_server_names_holds_a_second_command()
    {
        await using var it = new HostileFixture(RawListing.Options(isMlsd: false) with
        {
            Faults = FaultPlan.Of(Fault.OnCommand("PWD").RawReply("257 \"/pub\rDELE x\" is here\r\n")),
        });
        it.Serve("/pub/sub/good", "good");
        await it.MirrorAsync("/pub");
        it.Check(it.Server.Log.CountOf("DELE") == 0, "A second command was sent.");
        it.AssertNothingOutside();
    }
}
