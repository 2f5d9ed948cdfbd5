namespace Accelerator.Matrix.Tests;

/// <summary>
/// The ways in which the servers of curl's own tests answer, as a table: replies by command, delays, replies in pieces, replies around the
/// data, announced sizes. Each row states what a user wants of it.
/// </summary>
public sealed class DirectiveCases
{
    private const string Small = "/dir/small.bin";
    private const long Bytes = 100_000;

    private static Dictionary<string, Row> Rows { get; } = All().ToDictionary(row => row.Name, StringComparer.Ordinal);

    public static TheoryData<string> Names => [.. Rows.Keys];

    [Fact]
    public void The_table_has_at_least_sixty_rows() => Assert.True(Rows.Count >= 60, $"{Rows.Count} rows");

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Each_answer_of_a_server_has_the_outcome_that_a_user_wants(string name)
    {
        var row = Rows[name];
        await using var it = new FaultFixture(row.Change(new LoopbackOptions { Faults = FaultPlan.Of(row.Faults) })) { Login = row.Login };
        it.Serve(Small, Bytes, seed: 3);
        string[] words = row.Verb switch
        {
            "get" => ["get", it.UrlOf(Small)],
            "cat" => ["cat", it.UrlOf(Small)],
            "range" => ["cat", "--range", "50000-", it.UrlOf(Small)],
            "ls" => ["ls", it.UrlOf("/dir/")],
            "glob" => ["get", it.UrlOf("/dir/*.bin")],
            _ => ["mirror", it.UrlOf("/dir/"), "d", "--delete", "--yes"],
        };
        if (row.Verb == "mirror")
        {
            Directory.CreateDirectory(Path.Combine(it.Folder, "d"));
            await File.WriteAllTextAsync(Path.Combine(it.Folder, "d", "small.bin"), "old");
        }
        await it.RunAsync(words);

        it.Check(row.Exit == Exits.Any ? it.ExitCode != 0 : it.ExitCode == row.Exit, $"Exit code {it.ExitCode}, not {row.Exit}.");
        it.Check(it.Err.Contains(row.Says, StringComparison.Ordinal), $"It did not say \"{row.Says}\".");
        it.Check(it.Server.Log.CountOf("USER") <= row.Logins, $"{it.Server.Log.CountOf("USER")} logins, at most {row.Logins}.");
        if (row.Verb == "ls" && row.Exit == 0 && !row.IsEmpty) it.Check(it.Out.Contains("small.bin", StringComparison.Ordinal), "The file is not listed.");
        if (row.Verb is "get" or "glob" && row.Exit == 0) await it.AssertRightAsync(Small);
        if (row.Verb == "get" && row.Exit != 0) it.Check(!File.Exists(Path.Combine(it.Folder, "small.bin")), "The file was published.");
        if (row.Verb == "mirror" && row.Exit != 0) it.Check(File.Exists(Path.Combine(it.Folder, "d", "small.bin")), "The local file was deleted.");
    }

    private static IEnumerable<Row> All() => [.. Logins(), .. Passive(), .. Facts(), .. Transfers(), .. Listings(), .. Pieces()];

    private static IEnumerable<Row> Logins() =>
    [
        new("greeting in lines") { Change = o => o with { Banner = "220-Welcome\r\n  550 is not a code here\r\n220 Ready." } },
        new("greeting 230") { Change = o => o with { Banner = "230 Logged in already." } },
        new("greeting 120, then 220") { Change = o => o with { Banner = "120 In a minute.\r\n220 Ready." } },
        new("greeting 421", Exits.Limit) { Change = o => o with { Banner = "421 Too busy." }, Says = "421 Too busy." },
        new("greeting of HTTP", Exits.Network) { Change = o => o with { Banner = "HTTP/1.1 400 Bad Request" }, Says = "HTTP/1.1 400" },
        new("USER 230") { Faults = [On("USER").Reply("230 No password needed.")] },
        new("USER 530", Exits.Login) { Faults = [On("USER").Reply("530 No such user.")], Says = "530 No such user." },
        new("PASS 530", Exits.Login) { Faults = [On("PASS").Reply("530 Wrong.")], Says = "530 Wrong.", Logins = 1 },
        new("PASS 633", Exits.Login) { Faults = [On("PASS").Reply("633 Odd.")], Says = "633 Odd." },
        new("PASS 332", Exits.Login) { Faults = [On("PASS").Reply("332 Account?")], Says = "332 Account?" },
        new("PASS 230 in lines") { Faults = [On("PASS").RawReply("230-Hello\r\n221 not the end\r\n230 Logged in.\r\n")] },
        new("TYPE 226") { Faults = [On("TYPE").Reply("226 Fine.")] },
        new("FEAT 500") { Faults = [On("FEAT").Reply("500 Unknown.")] },
        new("FEAT 211 in one line") { Faults = [On("FEAT").Reply("211 None.")] },
        new("FEAT without an answer") { Faults = [On("FEAT").NeverAnswer()] },
        new("OPTS 501") { Faults = [On("OPTS").Reply("501 No.")] },
        new("QUIT without an answer") { Faults = [On("QUIT").NeverAnswer()] },
        new("QUIT 500") { Faults = [On("QUIT").Reply("500 No.")] },
        new("PWD 500") { Faults = [On("PWD").Reply("500 No.")] },
        new("PWD without quotation marks") { Faults = [On("PWD").Reply("257 /")] },
        new("PWD 500", Verb: "ls") { Faults = [On("PWD").Reply("500 No.")] },
        new("PWD without quotation marks", Verb: "ls") { Faults = [On("PWD").Reply("257 / is here")] },
    ];

    private static IEnumerable<Row> Passive() =>
    [
        new("EPSV 500") { Faults = [On("EPSV").Reply("500 No.")] },
        new("EPSV 229 without a port") { Faults = [On("EPSV").Reply("229 Entering.")] },
        new("EPSV 229 with port 0") { Faults = [On("EPSV").Reply("229 Entering (|||0|).")] },
        new("EPSV 229 with port 99999") { Faults = [On("EPSV").Reply("229 Entering (|||99999|).")] },
        new("EPSV without an answer") { Faults = [On("EPSV").NeverAnswer()] },
        new("EPSV and PASV 500", Exits.Network) { Faults = [On("EPSV").Reply("500 No."), On("PASV").Reply("500 Nor that.")], Says = "500 Nor that.", Logins = 3 },
        new("PASV 314", Exits.Network) { Faults = [On("EPSV").Reply("500 No."), On("PASV").Reply("314 Odd.")], Says = "314 Odd.", Logins = 3 },
        new("PASV 227 without a port", Exits.Network) { Faults = [On("EPSV").Reply("500 No."), On("PASV").Reply("227 Entering.")], Says = "227 Entering.", Logins = 6 },
        new("PASV 227 with numbers above 255", Exits.Network)
        {
            Faults = [On("EPSV").Reply("500 No."), On("PASV").Reply("227 Entering (1216,256,2,127,127,127).")], Says = "227 Entering", Logins = 6,
        },
        new("PASV with another address") { Faults = [On("EPSV").Reply("500 No."), On("PASV").ForeignAddress(System.Net.IPAddress.Parse("192.0.2.9"))] },
        new("PASV with another address", Verb: "ls") { Faults = [On("EPSV").Reply("500 No."), On("PASV").ForeignAddress(System.Net.IPAddress.Parse("192.0.2.9"))] },
    ];

    private static IEnumerable<Row> Facts() =>
    [
        new("SIZE 500") { Faults = [On("SIZE").Reply("500 No.")] },
        new("SIZE with a text") { Faults = [On("SIZE").Reply("213 many bytes")] },
        new("SIZE below zero") { Faults = [On("SIZE").Reply("213 -1")] },
        new("SIZE above 64 bits") { Faults = [On("SIZE").Reply("213 99999999999999999999")] },
        new("SIZE without an answer") { Faults = [On("SIZE").NeverAnswer()] },
        new("MDTM 500") { Faults = [On("MDTM").Reply("500 No.")] },
        new("MDTM with a text") { Faults = [On("MDTM").Reply("213 yesterday")] },
        new("MDTM of the year 19126") { Faults = [On("MDTM").Reply("213 191260101120000")] },
        new("MDTM without an answer") { Faults = [On("MDTM").NeverAnswer()] },
        new("SIZE and MDTM 500", Verb: "cat") { Faults = [On("SIZE").Reply("500 No."), On("MDTM").Reply("500 No.")] },
        new("REST 500") { Faults = [On("REST").Reply("500 No.")] },
        new("REST 500", Verb: "range") { Faults = [On("REST").Reply("500 No.")] },
        new("REST 200 in place of 350") { Faults = [On("REST").Reply("200 Fine.")] },
    ];

    private static IEnumerable<Row> Transfers() =>
    [
        new("150 and 226 before the data") { Faults = [Fault.OnRetr().Preliminary("150 Here.\r\n226 Done."), Fault.OnRetr().NoFinal()] },
        new("150 and 226 before the data", Verb: "cat") { Faults = [Fault.OnRetr().Preliminary("150 Here.\r\n226 Done."), Fault.OnRetr().NoFinal()] },
        new("150 and 226 before the data", Verb: "ls") { Faults = [Fault.OnListing().Preliminary("150 Here.\r\n226 Done."), Fault.OnListing().NoFinal()] },
        new("150 without a size, SIZE 500") { Faults = [On("SIZE").Reply("500 No."), Fault.OnRetr().Preliminary("150 Here.")] },
        new("150 with the size, SIZE 500") { Faults = [On("SIZE").Reply("500 No."), Fault.OnRetr().Preliminary($"150 Here it comes ({Bytes} bytes).")] },
        new("150 with more bytes than come, SIZE 500", Exits.Any)
        {
            Faults = [On("SIZE").Reply("500 No."), On("MLST").Reply("500 No."), On("LIST").Reply("500 No."), Fault.OnRetr().Preliminary("150 Here it comes (100700 bytes).")],
            Says = "100,700",
        },
        new("RETR 550", Exits.NotFound) { Faults = [On("RETR").Reply("550 No such file.")], Says = "550 No such file." },
        new("RETR 425 once") { Faults = [On("RETR", 1).Reply("425 Cannot open.")] },
        new("RETR 450 once") { Faults = [On("RETR", 1).Reply("450 Busy.")] },
        new("RETR 421 once") { Faults = [On("RETR", 1).Reply("421 Going down.")] },
        new("RETR 426 after all bytes") { Faults = [Fault.OnRetr().Final("426 Aborted.")] },
        new("RETR 451 after all bytes") { Faults = [Fault.OnRetr().Final("451 Local error.")] },
        new("226 after fewer bytes") { Faults = [Fault.OnRetr(1).EndShortAfter(40_000)] },
        new("no 226") { Faults = [Fault.OnRetr().NoFinal()] },
        new("226 begun, 250 ended") { Faults = [Fault.OnRetr().RawFinal("226-Done\r\n250 Done.\r\n")] },
        new("RETR of a missing folder with a hanging CWD", Exits.NotFound)
        {
            Faults = [On("SIZE").Reply("550 None."), On("RETR").Reply("550 None."), On("CWD").NeverAnswer()], Says = "550 None.",
        },
    ];

    private static IEnumerable<Row> Listings() =>
    [
        new("MLSD 500", Verb: "ls") { Faults = [On("MLSD").Reply("500 No.")] },
        new("MLSD 501", Verb: "ls") { Faults = [On("MLSD").Reply("501 No.")] },
        new("MLSD 500, LIST 450", Verb: "ls") { Faults = [On("MLSD").Reply("500 No."), On("LIST").Reply("450 No files found.")], IsEmpty = true },
        new("MLSD 500, LIST 425 always", Exits.Network, "ls") { Faults = [On("MLSD").Reply("500 No."), On("LIST").Reply("425 Cannot open.")], Says = "425 Cannot open." },
        new("MLSD 500, LIST 250 at the end", Verb: "ls") { Faults = [On("MLSD").Reply("500 No."), Fault.OnListing().Final("250 Done.")] },
        new("MLSD and LIST 502, names only", Verb: "glob") { Faults = [On("MLSD").Reply("502 No."), On("LIST").Reply("502 No.")] },
        new("MLSD and LIST 502, names only", Verb: "mirror") { Faults = [On("MLSD").Reply("502 No."), On("LIST").Reply("502 No.")] },
        new("CWD 550", Exits.NotFound, "ls") { Faults = [On("MLSD").Reply("550 None."), On("LIST").Reply("550 None."), On("CWD").Reply("550 None.")], Says = "550 None." },
        new("a listing of nothing and 226", Exits.Verification, "mirror") { Faults = [Fault.OnListing().SendInstead(FileContent.Constant(0, 0))] },
        new("a listing that ends early", Exits.Any, "mirror") { Faults = [Fault.OnListing().EndShortAfter(20)] },
    ];

    private static IEnumerable<Row> Pieces() =>
    [
        .. from verb in (string[])["USER", "PASS", "TYPE", "FEAT", "EPSV", "SIZE", "RETR"]
           select new Row($"{verb} byte by byte") { Faults = [On(verb).FragmentReply(1)] },
        .. from verb in (string[])["USER", "PASS", "TYPE", "EPSV", "SIZE", "RETR", "QUIT"]
           select new Row($"{verb} after 5 s") { Faults = [On(verb).After(TimeSpan.FromSeconds(5))] },
        .. from verb in (string[])["TYPE", "SIZE", "EPSV"]
           select new Row($"{verb} after a blank line") { Faults = [On(verb).AlterReply(reply => "\r\n" + reply)] },
    ];

    private static CommandTrigger On(string verb, int nth = 0) => Fault.OnCommand(verb, nth);

    private static class Exits
    {
        /// <summary>Any failure.</summary>
        public const int Any = -1;

        public const int NotFound = 3, Login = 4, Network = 5, Limit = 6, Verification = 9, Partial = 12;
    }

    /// <summary>One way to answer.</summary>
    /// <param name="Title">What the server does.</param>
    /// <param name="Exit">The exit code of the command.</param>
    /// <param name="Verb">The command; <c>range</c> is cat with a range.</param>
    private sealed record Row(string Title, int Exit = 0, string Verb = "get")
    {
        public string Name => $"{Verb}: {Title}";

        public Fault[] Faults { get; init; } = [];

        public Func<LoopbackOptions, LoopbackOptions> Change { get; init; } = static options => options;

        public string Login { get; init; } = "";

        public string Says { get; init; } = "";

        /// <summary>The most times that USER may be sent.</summary>
        public int Logins { get; init; } = 12;

        public bool IsEmpty { get; init; }
    }
}
