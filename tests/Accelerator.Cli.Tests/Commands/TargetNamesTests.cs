namespace Accelerator.Cli.Tests.Commands;

public sealed class TargetNamesTests
{
    private static readonly string Folder = Path.GetTempPath();

    [Theory]
    [InlineData(false, "NUL.bin|a:b|100%2525|위성.bin", "ftp://h/NUL.bin|ftp://h/a:b|ftp://h/100%2525|ftp://h/위성.bin")]
    [InlineData(true, "%4EUL.bin|a%3Ab|100%2525|위성.bin", "ftp://h/NUL.bin|ftp://h/a:b|ftp://h/100%2525|ftp://h/위성.bin")]
    // Names that are not valid in the charset.
    [InlineData(false, "caf%E9.bin|caf%E8.bin", "ftp://h/caf%E9.bin|ftp://h/caf%E8.bin")]
    // Names that differ only in case get different local names on Windows.
    [InlineData(true, "%41.bin|a.bin", "ftp://h/x/A.bin|ftp://h/a.bin")]
    [InlineData(true, "a.bin|%41.bin", "ftp://h/a.bin|ftp://h/x/A.bin")]
    [InlineData(false, "A.bin|a.bin", "ftp://h/x/A.bin|ftp://h/a.bin")]
    // A name that the user chose takes precedence.
    [InlineData(false, "100%25.bin|x", "ftp://h/a 100%25.bin|ftp://h/b x")]
    [InlineData(true, "A.bin|b.bin", "ftp://h/a.bin A.bin|ftp://h/b.bin")]
    [InlineData(false, "a.bin|A.bin", "ftp://h/x a.bin|ftp://h/A.bin")]
    [InlineData(false, "a:b", "ftp://h/f a:b")]
    [InlineData(false, "con.txt", "ftp://h/f con.txt")]
    public void A_file_gets_the_safe_name_that_the_servers_makes_or_the_one_that_was_chosen(bool isWindows, string names, string lines) =>
        Assert.Equal(names.Split('|'), Names(isWindows ? NameRules.Windows : NameRules.Linux, lines.Split('|')));

    [Theory]
    [InlineData(true, "ftp://h/x a.bin|ftp://h/A.bin", "Two URLs would both be written to ")]
    [InlineData(true, "ftp://h/x a.bin|ftp://h/y A.bin", "Two URLs would both be written to ")]
    [InlineData(true, "ftp://h/f a:b", "list, line 1: \"a:b\" is not a plain file name")]
    [InlineData(true, "ftp://h/f con.txt", "list, line 1: \"con.txt\" is not a plain file name")]
    [InlineData(false, "ftp://h/a/f|ftp://h/b/f", "Two URLs would both be written to {0}f: download them into different folders, or give local names in a list.")]
    public void A_name_that_is_taken_or_not_plain_is_refused(bool isWindows, string lines, string sentence)
    {
        var (expected, problem) = (sentence.Replace("{0}", Folder), Problem(isWindows ? NameRules.Windows : NameRules.Linux, lines.Split('|')));
        if (sentence.EndsWith('.')) Assert.Equal(expected, problem);
        else Assert.StartsWith(expected, problem);
    }

    [Fact]
    public void Two_files_of_one_name_that_a_pattern_meets_are_named()
    {
        var address = new ListedAddress("ftp://h/*/f", null, "");
        var files = new[] { "a/f", "b/f" }.Select(path => new WantedFile(address, Url(address), new GlobMatch(FtpPath.FromText(path, FtpCharsets.Utf8), Entry("f")))).ToList();
        Assert.Equal(
            $"ftp://h:21/a/f and ftp://h:21/b/f would both be written to {Path.Combine(Folder, "f")}: download them into different folders, or give local names in a list.",
            Assert.Throws<UsageException>(() => new TargetNames(NameRules.Linux, Folder, null).For(files)).Message);
    }

    [Theory]
    [InlineData(".part")]
    [InlineData(".part.journal")]
    [InlineData(".part.journal.new")]
    public void Two_files_cannot_have_the_same_target(string suffix) => Assert.Equal(
        $"{Path.Combine(Folder, "x.bin" + suffix)} cannot be downloaded, because ftpx uses that name for the partial data of another file: "
        + "download them into different folders, or give local names in a list.",
        Problem(NameRules.Linux, "ftp://h/x.bin" + suffix, "ftp://h/x.bin"));

    [Fact]
    public void A_name_that_is_too_long_is_refused_with_the_option_that_helps()
    {
        var longest = new string('x', 255);
        Assert.Equal([longest], Names(NameRules.Linux, "ftp://h/" + longest));
        Assert.Equal([longest], Names(NameRules.Windows, "ftp://h/" + longest));
        Assert.Equal(
            $"list, line 1: ftp://h:21/{longest}y would be stored under a name of 256 characters, and 255 are the most that a name may have here: "
            + "give a shorter one with --output FILE, or in the list.",
            Problem(NameRules.Windows, $"ftp://h/{longest}y"));
    }

    [Fact]
    public void The_limit_counts_bytes_on_Linux_and_characters_on_Windows_escapes_included()
    {
        var korean = new string('가', 86);
        Assert.Equal([korean], Names(NameRules.Windows, "ftp://h/" + korean));
        Assert.Contains(" a name of 258 bytes, and 255 are", Problem(NameRules.Linux, "ftp://h/" + korean));
        Assert.Contains(" a name of 258 characters, and 255 are", Problem(NameRules.Windows, "ftp://h/" + new string(':', 86)));
    }

    [Fact]
    public void A_name_in_output_is_taken_as_it_is_but_for_its_length()
    {
        Assert.Equal([Path.Combine(Folder, "a\u202Eb%25")], For(NameRules.Linux, "a\u202Eb%25", "ftp://h/x"));
        Assert.Contains(" a name of 300 bytes, and 255 are", Assert.Throws<UsageException>(() => For(NameRules.Linux, new string('x', 300), "ftp://h/x")).Message);
    }

    private static IEnumerable<string?> Names(NameRules rules, params string[] lines) => For(rules, null, lines).Select(Path.GetFileName);

    private static string Problem(NameRules rules, params string[] lines) => Assert.Throws<UsageException>(() => For(rules, null, lines)).Message;

    private static List<string> For(NameRules rules, string? fileName, params string[] lines)
    {
        var listed = lines.Select((line, i) => line.Split(' ') is [var address, var name]
            ? new ListedAddress(address, name, $"list, line {i + 1}: ")
            : new ListedAddress(line, null, $"list, line {i + 1}: ")).ToList();
        return new TargetNames(rules, Folder, fileName).For([.. listed.Select(address => new WantedFile(address, Url(address), null))]);
    }

    private static ListingEntry Entry(string name) => new() { Name = FtpPath.FromText(name, FtpCharsets.Utf8), Kind = EntryKind.File };

    private static FtpUrl Url(ListedAddress address)
    {
        Assert.True(FtpUrl.TryParse(address.Text, FtpCharsets.Utf8, out var url, out var problem), problem);
        return url;
    }
}
