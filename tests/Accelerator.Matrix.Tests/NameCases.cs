namespace Accelerator.Matrix.Tests;

/// <summary>Section 4.7 of the fault matrix: names, and the folders that they must not escape from.</summary>
public sealed class NameCases
{
    // The server has a file behind each of these names: a client that requested it would receive it.
    private static readonly string[] Climbing =
    [
        "..", "../x1", "..\\x2", "a/../../x3", "/x4", "\\\\srv\\share\\x5", "../..\\x6", "sub\\..\\..\\x7", "C:\\x8", "./../../../x9", "\\\\?\\C:\\x10",
    ];

    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    public async Task T_PATH_1_no_name_leaves_the_folder(bool isMlsd, bool isWindows)
    {
        await using var it = new HostileFixture(RawListing.Options(isMlsd));
        it.Process.IsWindows = isWindows;
        it.Serve("/pub/good", "good");
        it.Serve("/pub/C:x", "colo");
        foreach (var name in Climbing.Skip(1)) it.Server.Files.AddText(LoopbackPath.Resolve("/pub", name), "evil");
        it.Server.Inject(Fault.OnListing().SendInstead(RawListing.OfFiles(isMlsd, [.. Climbing, "good", "C:x"])));
        await File.WriteAllTextAsync(it.Local("mine"), "mine");

        await (isWindows ? it.GetAllAsync("/pub") : it.MirrorAsync("/pub", "--delete", "--max-delete", "100%", "--yes"));

        it.AssertSaid(12, $"{Climbing.Length} unsafe names rejected, the first is \"..\"");
        it.AssertHere(("good", "good"), (isWindows ? "C%3Ax" : "C:x", "colo"), ("mine", "mine"));
        it.Check(it.Retrieved.Order().SequenceEqual(["/pub/C:x", "/pub/good"]), "A name that leads out of its folder was asked for.");
        it.AssertNothingOutside();
    }

    [Fact]
    public async Task T_PATH_1_a_folder_that_leads_out_of_its_folder_is_not_entered()
    {
        await using var it = new HostileFixture();
        it.Serve("/pub/good", "good");
        it.Serve("/secret/x", "evil");
        it.Server.Inject(Fault.OnListing().First(2).SendInstead(RawListing.Of(["type=dir;modify=20260102030405; ../secret", "type=dir; /secret", RawListing.Line(true, "good")])));

        await it.MirrorAsync("/pub");

        it.AssertSaid(12, "2 unsafe names rejected");
        it.AssertHere(("good", "good"));
        it.Check(it.Server.Log.CountOf("MLSD") == 2, "A folder outside was listed.");
        it.AssertNothingOutside();
    }

    [Fact]
    public async Task T_PATH_1_no_link_of_the_server_is_made_here_or_followed_out_of_the_tree()
    {
        await using var it = new HostileFixture();
        it.Serve("/pub/good", "good");
        it.Serve("/secret/x", "evil");
        it.Server.Files.AddLink("/pub/up", "../secret/x");
        it.Server.Files.AddLink("/pub/root", "/secret");
        it.Server.Files.AddLink("/pub/here", it.Canary);

        await it.MirrorAsync("/pub");

        it.Check(it.ExitCode == 0, "Links out of the tree are no failure.");
        it.AssertHere(("good", "good"));
        it.Check(Directory.EnumerateFileSystemEntries(it.Into).All(path => new FileInfo(path).LinkTarget is null), "A link was made.");
        it.AssertNothingOutside();
    }

    [Fact]
    public async Task T_PATH_1_no_name_takes_the_place_of_this_program_s_own_files()
    {
        await using var it = new HostileFixture();
        foreach (var name in (string[])["f", "f.part", "f.part.journal", "f.part.journal.new", ".ftpx-mirror", ".ftpx-mirror.lock"]) it.Serve($"/pub/{name}", name);

        await it.MirrorAsync("/pub");

        it.AssertSaid(0, "ftpx uses that name for its own files");
        it.AssertHere(("f", "f"), ("f%2Epart", "f.part"), ("f%2Epart.journal", "f.part.journal"), ("f%2Epart.journal.new", "f.part.journal.new"));
        it.Check(!it.Retrieved.Any(path => path.Contains("ftpx-mirror", StringComparison.Ordinal)), "The record or the lock was fetched.");
    }

    [Theory]
    [InlineData('\u00fc', 200, "it may have here")]
    [InlineData('n', 260, "(too long for a file)")]
    [InlineData('n', 1024, "(too long for a file)")]
    [InlineData('n', 32_000, "could not be parsed")]
    public async Task T_PATH_2_a_name_that_is_too_long_is_its_own_failure_and_no_other_s(char letter, int length, string sentence)
    {
        await using var it = new HostileFixture();
        it.Serve("/pub/good", "good");
        it.Server.Inject(Fault.OnListing().SendInstead(RawListing.OfFiles(true, new string(letter, length), "good")));

        await it.MirrorAsync("/pub");

        it.AssertSaid(12, sentence);
        it.AssertHere(("good", "good"));
    }

    [Fact]
    public async Task T_PATH_2_a_tree_of_two_hundred_levels_ends_where_it_is_too_deep()
    {
        await using var it = new HostileFixture();
        it.Serve("/pub/good", "good");
        it.Serve($"/pub/{string.Join('/', Enumerable.Range(0, 200).Select(i => $"d{i}"))}/deep", "deep");

        await it.MirrorAsync("/pub");

        it.Check(it.Written.Contains("is not listed: it is 64 folders deep.", StringComparison.Ordinal), "It did not say where it stopped.");
        it.AssertHere(("good", "good"));
        it.Check(it.Server.Log.CountOf("MLSD") <= 66, "It went on.");
    }

    [Fact]
    public async Task T_NAME_1_what_Windows_takes_for_a_device_a_stream_or_nothing_gets_another_name()
    {
        (string Remote, string Local)[] names =
        [
            ("CON", "%43ON"), ("NUL.txt", "%4EUL.txt"), ("COM¹", "%43OM¹"), ("aux.c", "%61ux.c"), ("dot.", "dot%2E"), ("blank ", "blank%20"), ("a:b", "a%3Ab"),
            ("a::$DATA", "a%3A%3A$DATA"), ("q?*<>|\"", "q%3F%2A%3C%3E%7C%22"), ("CONIN$", "%43ONIN$"), ("LPT9 .x", "%4CPT9 .x"), ("PROGRA~1", "PROGRA%7E1"),
        ];
        await using var it = new HostileFixture();
        it.Process.IsWindows = true;
        foreach (var (remote, _) in names) it.Serve($"/pub/{remote}", remote);

        await it.GetAllAsync("/pub");

        it.Check(it.ExitCode == 0, "Such names are no failure.");
        it.AssertHere([.. names.Select(name => (name.Local, name.Remote))]);
        it.AssertNothingOutside();
    }

    [Fact]
    public async Task T_NAME_2_two_names_that_differ_in_case_only_are_two_files_on_Windows()
    {
        await using var it = new HostileFixture();
        it.Process.IsWindows = true;
        it.Serve("/pub/A.txt", "upper");
        it.Serve("/pub/a.txt", "lower");
        await it.GetAllAsync("/pub");
        it.Check(it.ExitCode == 0, "Both have a name.");
        it.AssertHere(("%41.txt", "upper"), ("a.txt", "lower"));
    }

    [Theory]
    [InlineData("cp949", 0xB0)]
    [InlineData("cp949", 0x8C)]
    [InlineData("shift_jis", 0x95)]
    [InlineData("shift_jis", 0x83)]
    public async Task T_NAME_3_every_second_byte_of_a_character_goes_back_as_it_came(string charset, int lead)
    {
        await using var it = new HostileFixture();
        var encoding = FtpCharsets.Find(charset)!;
        // All trail bytes that form a character with this lead byte: 5C is a backslash, and 41 to 7A are letters to a program that reads
        // bytes.
        var names = Enumerable.Range(0x40, 0xBF).Select(trail => new[] { (byte)lead, (byte)trail })
            .Where(bytes => encoding.GetString(bytes) is { Length: 1 } text && text[0] > 0xFF && encoding.GetBytes(text).AsSpan().SequenceEqual(bytes)).ToList();
        foreach (var bytes in names) it.Server.Files.AddText($"/pub/{LoopbackPath.FromBytes(bytes)}", $"{bytes[1]:X2}");

        await it.MirrorAsync("/pub", "--charset", charset);

        it.Check(it.ExitCode == 0 && names.Count > 50, $"{names.Count} names.");
        it.AssertHere([.. names.Select(bytes => (encoding.GetString(bytes), $"{bytes[1]:X2}"))]);
        it.Check(names.All(bytes => it.Retrieved.Contains($"/pub/{LoopbackPath.FromBytes(bytes)}")), "Other bytes were sent than came.");
    }

    [Fact]
    public async Task T_NAME_4_names_that_are_no_UTF_8_or_composed_otherwise_are_fetched_by_their_own_bytes()
    {
        string[] names = [LoopbackPath.FromUtf8("\u00E9.txt"), LoopbackPath.FromUtf8("e\u0301.txt"), "\xFFx", "\xC3(", "\xED\xA0\x80"];
        await using var it = new HostileFixture();
        for (var i = 0; i < names.Length; i++) it.Server.Files.AddText($"/pub/{names[i]}", $"text {i}");

        await it.MirrorAsync("/pub");

        it.Check(it.ExitCode == 0, "Each has a name here.");
        it.Check(it.Here.Values.Order().SequenceEqual(Enumerable.Range(0, names.Length).Select(i => $"text {i}")), "Not each was fetched once.");
        it.Check(it.Retrieved.ToHashSet().SetEquals(names.Select(name => $"/pub/{name}")), "Other bytes were sent than came.");
        it.Check(it.Here[Path.GetFileName("\u00E9.txt")] == "text 0" && it.Here["e\u0301.txt"] == "text 1", "Composed and decomposed were taken for one another.");
    }

    [Theory]
    [InlineData(true, " before", "behind ", "name -> target", "\"quoted\"", "file.txt;1", "type=dir; x", "a  b")]
    [InlineData(false, "\"quoted\"", "file.txt;1", "type=dir; x", "a  b", "name -> target", "total 5")]
    public async Task T_NAME_5_names_that_look_like_something_else_are_taken_as_they_are(bool isMlsd, params string[] names)
    {
        await using var it = new HostileFixture(RawListing.Options(isMlsd));
        foreach (var name in names) it.Serve($"/pub/{name}", name);
        await it.MirrorAsync("/pub");
        it.Check(it.ExitCode == 0, "They are names like any other.");
        it.AssertHere([.. names.Select(name => (name, name))]);
    }

    [Fact]
    public async Task T_NAME_9_no_name_is_run_or_taken_for_an_option()
    {
        string[] names = ["|touch ..", "-rf", "--delete", "&", ";id", "`id`", "$(id)", "@list", "%s%n", "~", "*"];
        await using var it = new HostileFixture();
        foreach (var name in names) it.Serve($"/pub/{name}", name);
        it.Serve("/pub/%00", "zero");

        await it.MirrorAsync("/pub");

        it.Check(it.ExitCode == 0, "They are names like any other.");
        it.AssertHere([.. names.Select(name => (name, name)), ("%2500", "zero")]);
        it.Check(it.Retrieved.ToHashSet().SetEquals(names.Append("%00").Select(name => $"/pub/{name}")), "Other commands were sent.");
        it.AssertNothingOutside();
    }
}
