using Accelerator.Cli.Commands;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Storage;
using Accelerator.Ftp;
using Accelerator.Ftp.Listings;

namespace Accelerator.Cli.Tests.Commands;

public sealed class TargetNamesTests
{
    private static readonly string Folder = Path.GetTempPath();

    [Fact]
    public void A_file_gets_the_safe_name_that_the_servers_makes()
    {
        string[] addresses = ["ftp://h/NUL.bin", "ftp://h/a:b", "ftp://h/100%2525", "ftp://h/위성.bin"];
        Assert.Equal(["NUL.bin", "a:b", "100%2525", "위성.bin"], Names(NameRules.Linux, addresses));
        Assert.Equal(["%4EUL.bin", "a%3Ab", "100%2525", "위성.bin"], Names(NameRules.Windows, addresses));
    }

    [Fact]
    public void A_name_that_is_not_written_in_the_charset_keeps_its_bytes() =>
        Assert.Equal(["caf%E9.bin", "caf%E8.bin"], Names(NameRules.Linux, "ftp://h/caf%E9.bin", "ftp://h/caf%E8.bin"));

    [Fact]
    public void On_windows_names_that_differ_in_case_become_two()
    {
        Assert.Equal(["%41.bin", "a.bin"], Names(NameRules.Windows, "ftp://h/x/A.bin", "ftp://h/a.bin"));
        Assert.Equal(["a.bin", "%41.bin"], Names(NameRules.Windows, "ftp://h/a.bin", "ftp://h/x/A.bin"));
        Assert.Equal(["A.bin", "a.bin"], Names(NameRules.Linux, "ftp://h/x/A.bin", "ftp://h/a.bin"));
    }

    [Fact]
    public void Two_files_of_one_name_are_refused() =>
        Assert.Equal(
            $"Two addresses would both be written to {Path.Combine(Folder, "f")}: fetch them into different folders, or give local names in a list.",
            Problem(NameRules.Linux, "ftp://h/a/f", "ftp://h/b/f"));

    [Fact]
    public void Two_files_of_one_name_that_a_pattern_meets_are_named()
    {
        var address = new ListedAddress("ftp://h/*/f", null, "");
        var files = new[] { "a/f", "b/f" }.Select(path => new WantedFile(address, Url(address), new GlobMatch(FtpPath.FromText(path, FtpCharsets.Utf8), Entry("f")))).ToList();
        Assert.Equal(
            $"ftp://h:21/a/f and ftp://h:21/b/f would both be written to {Path.Combine(Folder, "f")}: fetch them into different folders, or give local names in a list.",
            Assert.Throws<UsageException>(() => new TargetNames(NameRules.Linux, Folder, null).For(files)).Message);
    }

    [Fact]
    public void What_the_user_chose_counts_and_two_of_one_name_are_refused()
    {
        Assert.Equal(["100%25.bin", "x"], Names(NameRules.Linux, "ftp://h/a 100%25.bin", "ftp://h/b x"));
        Assert.Equal(["A.bin", "b.bin"], Names(NameRules.Windows, "ftp://h/a.bin A.bin", "ftp://h/b.bin"));
        Assert.StartsWith("Two addresses would both be written to ", Problem(NameRules.Windows, "ftp://h/x a.bin", "ftp://h/A.bin"));
        Assert.StartsWith("Two addresses would both be written to ", Problem(NameRules.Windows, "ftp://h/x a.bin", "ftp://h/y A.bin"));
        Assert.Equal(["a.bin", "A.bin"], Names(NameRules.Linux, "ftp://h/x a.bin", "ftp://h/A.bin"));
    }

    [Theory]
    [InlineData("a:b")]
    [InlineData("con.txt")]
    public void On_windows_a_name_in_a_list_is_a_plain_one(string name)
    {
        Assert.StartsWith($"list, line 1: \"{name}\" is not a plain file name", Problem(NameRules.Windows, $"ftp://h/f {name}"));
        Assert.Equal([name], Names(NameRules.Linux, $"ftp://h/f {name}"));
    }

    [Theory]
    [InlineData(".part")]
    [InlineData(".part.journal")]
    [InlineData(".part.journal.new")]
    public void A_file_cannot_come_to_lie_where_another_is_collected(string suffix) => Assert.Equal(
        $"{Path.Combine(Folder, "x.bin" + suffix)} cannot be fetched into the folder where another file is collected under that name: "
        + "fetch them into different folders, or give local names in a list.",
        Problem(NameRules.Linux, "ftp://h/x.bin" + suffix, "ftp://h/x.bin"));

    [Fact]
    public void A_name_that_is_too_long_is_refused_and_the_way_out_is_named()
    {
        var longest = new string('x', 238);
        Assert.Equal([longest], Names(NameRules.Linux, "ftp://h/" + longest));
        Assert.Equal([longest], Names(NameRules.Windows, "ftp://h/" + longest));
        Assert.Equal(
            $"list, line 1: ftp://h:21/{longest}y would be stored under a name of 239 characters, and 238 are the most that leave room "
            + "for the suffixes of the files it is collected in: choose a shorter one with --output FILE, or in a list.",
            Problem(NameRules.Windows, $"ftp://h/{longest}y"));
    }

    [Fact]
    public void Linux_counts_bytes_and_windows_characters()
    {
        var korean = new string('가', 80);
        Assert.Equal([korean], Names(NameRules.Windows, "ftp://h/" + korean));
        Assert.Contains(" a name of 240 bytes, and 238 are", Problem(NameRules.Linux, "ftp://h/" + korean));
    }

    [Fact]
    public void A_name_that_became_too_long_by_its_escapes_is_refused_as_well() =>
        Assert.Contains(" a name of 240 characters, and 238 are", Problem(NameRules.Windows, "ftp://h/" + new string(':', 80)));

    [Fact]
    public void A_name_in_output_is_taken_as_it_is_but_for_its_length()
    {
        Assert.Equal([Path.Combine(Folder, "a\u202Eb%25")], For(NameRules.Linux, "a\u202Eb%25", "ftp://h/x"));
        Assert.Contains(" a name of 300 bytes, and 238 are", Assert.Throws<UsageException>(() => For(NameRules.Linux, new string('x', 300), "ftp://h/x")).Message);
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
