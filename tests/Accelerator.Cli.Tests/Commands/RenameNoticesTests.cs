namespace Accelerator.Cli.Tests.Commands;

public sealed class RenameNoticesTests
{
    [Fact]
    public void Each_renamed_file_has_a_notice_with_the_reason_unless_the_user_chose_the_name()
    {
        Assert.Equal(
            [
                "'a:b.bin' is stored as 'a%3Ab.bin': the name is not safe on Windows.",
                "'100%25.bin' is stored as '100%2525.bin': the name could be mistaken for that of another file.",
                "'LONGFI~1.TXT' is stored as 'LONGFI%7E1.TXT': the name could be mistaken for that of another file.",
                "'A.bin' is stored as '%41.bin': another file of this run has the same name in different case, which Windows does not distinguish.",
            ],
            Sentences(
                NameRules.Windows,
                "a:b.bin a%3Ab.bin", "100%25.bin 100%2525.bin", "LONGFI~1.TXT LONGFI%7E1.TXT", "A.bin %41.bin", "a.bin a.bin", "b.bin b.bin"));
        Assert.Equal(["'x\u202Ey' is stored as 'x%E2%80%AEy': the name is not safe on Linux."], Sentences(NameRules.Linux, "x\u202Ey x%E2%80%AEy"));
        Assert.Equal(
            ["'A.bin' is stored as '%41.bin': another file of this run has the same name in different case, which the volume does not distinguish."],
            Sentences(NameRules.LinuxIgnoringCase, "A.bin %41.bin", "a.bin a.bin", "x.part %78.part", "x x"));
        Assert.Equal(["'x\u202Ey' is stored as 'x%E2%80%AEy': the name is not safe on Linux."], Sentences(NameRules.LinuxIgnoringCase, "x\u202Ey x%E2%80%AEy"));
        // The user chose these names.
        Assert.Empty(Sentences(NameRules.Windows, "a:b x", "A.bin %41.bin", "c.bin C.bin", ".. %2E%2E"));
        Assert.Empty(Sentences(NameRules.Linux, "A.bin %41.bin", "a.bin a.bin"));
    }

    [Fact]
    public void The_notice_for_a_name_in_another_charset_names_the_charset_option() => Assert.Equal(
        ["'caf\uFFFD' is stored as 'caf%E9': the name is not valid utf-8; set the server's charset with --charset."],
        new RenameNotices([Item([.. "caf"u8, 0xE9], "caf%E9")], FtpCharsets.Utf8, NameRules.Linux).Sentences());

    [Fact]
    public void With_many_renamed_files_the_first_ten_and_a_count_are_shown()
    {
        var sentences = Sentences(NameRules.Windows, [.. Enumerable.Range(0, 13).Select(i => $"{i}: {i}%3A")]);
        Assert.Equal(11, sentences.Count);
        Assert.Equal("'9:' is stored as '9%3A': the name is not safe on Windows.", sentences[9]);
        Assert.Equal("3 more files are stored under other names than the server's; --json and --log-file list all of them.", sentences[10]);
    }

    [Fact]
    public void One_more_than_ten_is_one_file() => Assert.Equal(
        "1 more file is stored under another name than the server's; --json and --log-file list all of them.",
        Sentences(NameRules.Windows, [.. Enumerable.Range(0, 11).Select(i => $"{i}: {i}%3A")])[^1]);

    [Fact]
    public void A_file_renamed_because_of_one_that_is_up_to_date_has_a_sentence()
    {
        List<string> asked = [];
        var notices = new RenameNotices([Item("A.bin"u8.ToArray(), "%41.bin")], FtpCharsets.Utf8, NameRules.Windows)
        {
            Exists = path =>
            {
                asked.Add(path);
                return true;
            },
        };
        Assert.Equal(
            ["'A.bin' is stored as '%41.bin': another file in the folder has the same name in different case, which Windows does not distinguish."],
            notices.Sentences());
        Assert.Equal([Path.Combine(Path.GetTempPath(), "A.bin")], asked);
    }

    private static IReadOnlyList<string> Sentences(NameRules rules, params string[] names) =>
        new RenameNotices([.. names.Select(pair => Item(Encoding.UTF8.GetBytes(pair.Split(' ')[0]), pair.Split(' ')[1]))], FtpCharsets.Utf8, rules).Sentences();

    private static TransferItem Item(byte[] remote, string local) => new()
    {
        Sources = [TransferSamples.Source() with { Path = FtpPath.FromBytes([.. "pub/"u8, .. remote], FtpCharsets.Utf8) }],
        TargetPath = Path.Combine(Path.GetTempPath(), local),
    };
}
