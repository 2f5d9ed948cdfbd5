using System.Text.RegularExpressions;

namespace Accelerator.Engine.Tests.Storage;

public sealed partial class LocalNameTests
{
    [Theory]
    [InlineData("big.bin", "big.bin")]
    [InlineData("C:\\x", "C%3A%5Cx")]
    [InlineData("c:", "c%3A")]
    [InlineData("C:evil", "C%3Aevil")]
    [InlineData("\\\\host\\share", "%5C%5Chost%5Cshare")]
    [InlineData("\\\\?\\C:\\x", "%5C%5C%3F%5CC%3A%5Cx")]
    [InlineData("..\\..\\boot.ini", "..%5C..%5Cboot.ini")]
    [InlineData("file.txt:stream", "file.txt%3Astream")]
    [InlineData("file.txt::$DATA", "file.txt%3A%3A$DATA")]
    [InlineData("a?b*c<d>e|f\"g", "a%3Fb%2Ac%3Cd%3Ee%7Cf%22g")]
    [InlineData("x.", "x%2E")]
    [InlineData("x ", "x%20")]
    [InlineData("file. .", "file. %2E")]
    [InlineData("...", "..%2E")]
    [InlineData(" ", "%20")]
    [InlineData(".profile", ".profile")]
    [InlineData(" x", " x")]
    // The first letter of a device name is encoded.
    [InlineData("CON", "%43ON")]
    [InlineData("con", "%63on")]
    [InlineData("Prn", "%50rn")]
    [InlineData("aux.h", "%61ux.h")]
    [InlineData("nul.tar.gz", "%6Eul.tar.gz")]
    [InlineData("NUL .txt", "%4EUL .txt")]
    [InlineData("Com1 .log", "%43om1 .log")]
    [InlineData("COM0", "%43OM0")]
    [InlineData("com¹", "%63om¹")]
    [InlineData("LPT².x", "%4CPT².x")]
    [InlineData("lpt³", "%6Cpt³")]
    [InlineData("CONIN$", "%43ONIN$")]
    [InlineData("conout$.txt", "%63onout$.txt")]
    [InlineData("CON.", "%43ON%2E")]
    [InlineData("NUL:", "NUL%3A")]
    [InlineData("COM10", "COM10")]
    [InlineData("COM⁴", "COM⁴")]
    [InlineData("CONSOLE", "CONSOLE")]
    [InlineData(" CON", " CON")]
    [InlineData("x.CON", "x.CON")]
    [InlineData("CLOCK$", "CLOCK$")]
    public void On_windows_no_part_of_a_name_has_a_special_meaning(string remote, string local) =>
        Assert.Equal(local, LocalName.From(remote, NameRules.Windows));

    [Theory]
    [InlineData("LONGFI~1.TXT", "LONGFI%7E1.TXT")]
    [InlineData("git~1", "git%7E1")]
    [InlineData("te0A1B~12.htm", "te0A1B~12.htm")]
    [InlineData("ab1F2C~5.c", "ab1F2C%7E5.c")]
    [InlineData("~tilde", "~tilde")]
    [InlineData("data.txt.~1~", "data.txt.~1~")]
    [InlineData("a~1.backup", "a~1.backup")]
    public void On_windows_no_name_is_a_short_name_that_another_file_may_have(string remote, string local)
    {
        Assert.Equal(local, LocalName.From(remote, NameRules.Windows));
        Assert.Equal(remote, LocalName.From(remote, NameRules.Linux));
    }

    [Theory]
    [InlineData("a:b.bin", "a:b.bin")]
    [InlineData("CON", "CON")]
    [InlineData("x. ", "x. ")]
    [InlineData("..\\x", "..\\x")]
    [InlineData("x/y", "x%2Fy")]
    [InlineData("x\0y", "x%00y")]
    public void On_linux_only_slash_and_NUL_are_escaped(string remote, string local) =>
        Assert.Equal(local, LocalName.From(remote, NameRules.Linux));

    [Theory]
    // Characters that mislead a reader.
    [InlineData("a\u001b[2Jb", "a%1B[2Jb")]
    [InlineData("x\ny", "x%0Ay")]
    [InlineData("x\u0085y\u007F", "x%C2%85y%7F")]
    [InlineData("a\u202Ebin.exe", "a%E2%80%AEbin.exe")]
    [InlineData("\uFEFFx", "%EF%BB%BFx")]
    [InlineData("x\u2028y\u2029", "x%E2%80%A8y%E2%80%A9")]
    [InlineData("x\U000E0041", "x%F3%A0%81%81")]
    // An ordinary name.
    [InlineData("위성 데이터.bin", null)]
    [InlineData("중국어 中文 日本語 naïve Übergröße", null)]
    [InlineData("می\u200Cخواهم.txt", null)]
    [InlineData("👩\u200D🚀.png", null)]
    [InlineData("100%.bin", null)]
    [InlineData("%", null)]
    [InlineData("50%2", null)]
    [InlineData("%zz%2g", null)]
    [InlineData("a;type=a #1 [x] {y} ^&'`$!~=,+@.bin", null)]
    [InlineData("-leading", null)]
    // Composed and decomposed Hangul.
    [InlineData("\uAC00\uB098\uB2E4", null)]
    [InlineData("\u1100\u1161\u1102\u1161\u1103\u1161", null)]
    // A percent sign that would read as an escape.
    [InlineData("100%25.bin", "100%2525.bin")]
    [InlineData("a%3Ab", "a%253Ab")]
    [InlineData("a%3ab", "a%253ab")]
    [InlineData("%%41", "%%2541")]
    [InlineData("%2541", "%252541")]
    public void A_name_is_the_same_on_every_system(string remote, string? local)
    {
        Assert.Equal(local ?? remote, LocalName.From(remote, NameRules.Windows));
        Assert.Equal(local ?? remote, LocalName.From(remote, NameRules.Linux));
        Assert.Equal(remote, LocalName.ToRemote(local ?? remote));
    }

    [Fact]
    public void Composed_and_decomposed_hangul_are_two_names()
    {
        foreach (var rules in Enum.GetValues<NameRules>())
            Assert.Equal(2, LocalNames.Of(["\uAC00\uB098\uB2E4", "\u1100\u1161\u1102\u1161\u1103\u1161"], rules).Values.ToHashSet(StringComparer.OrdinalIgnoreCase).Count);
    }

    // An attribute argument cannot hold half a surrogate pair.
    [Fact]
    public void A_byte_that_is_no_character_is_encoded_as_itself_where_that_can_be_read_again()
    {
        (string Remote, string Local)[] cases =
        [
            ("caf\uDCE9.bin", "caf%E9.bin"),
            ("\uDC80\uDCFF", "%80%FF"),
            ("\uDCC3\uDCA9", "%ED%B3%83%ED%B2%A9"),
            ("\uDCED\uDCB3\uDC83", "%ED%B3%AD%ED%B2%B3%ED%B2%83"),
            ("\uD800x", "%ED%A0%80x"),
            ("\uDC00\uDC7F", "%ED%B0%80%ED%B1%BF"),
        ];
        foreach (var (remote, local) in cases)
        {
            Assert.Equal(local, LocalName.From(remote, NameRules.Windows));
            Assert.Equal(local, LocalName.From(remote, NameRules.Linux));
            Assert.Equal(remote, LocalName.ToRemote(local));
            Assert.False(LocalName.IsSafe(remote, NameRules.Linux));
        }
    }

    [Theory]
    [Each("", ".", "..")]
    public void A_name_that_is_a_folder_gives_none(string remote)
    {
        Assert.Null(LocalName.From(remote, NameRules.Windows));
        Assert.Null(LocalName.From(remote, NameRules.Linux));
        Assert.False(LocalName.IsSafe(remote, NameRules.Linux));
    }

    [Theory]
    [InlineData("100%25.bin", true, true)]
    [InlineData("DATA~1.BIN", true, true)]
    [InlineData("a:b", false, true)]
    [InlineData("con.txt", false, true)]
    [InlineData("x.", false, true)]
    [InlineData("sub/x", false, false)]
    public void A_user_chosen_name_is_checked_unchanged(string name, bool onWindows, bool onLinux)
    {
        Assert.Equal(onWindows, LocalName.IsSafe(name, NameRules.Windows));
        Assert.Equal(onLinux, LocalName.IsSafe(name, NameRules.Linux));
    }

    [Fact]
    public void The_longest_name_leaves_room_for_the_longest_suffix()
    {
        Assert.Equal((255, 238), (LocalName.Longest, LocalName.LongestWithSuffix));
        Assert.Equal([".part", ".part.journal", ".part.journal.new"], PartNames.SideFiles(""));
        Assert.Equal(3, LocalName.LengthOf("가😀", NameRules.Windows));
        Assert.Equal(7, LocalName.LengthOf("가😀", NameRules.Linux));
    }

    [Fact]
    public void A_local_name_is_valid_and_leads_back_to_the_servers() => Prop.ForAll(NameSamples.Names.ToArbitrary(), remote =>
    {
        foreach (var rules in Enum.GetValues<NameRules>())
        {
            if (LocalName.From(remote, rules) is not { } local)
            {
                Assert.Contains(remote, (string[])["", ".", ".."]);
                continue;
            }
            Assert.Equal(remote, LocalName.ToRemote(local));
            Assert.Equal(local, LocalName.From(LocalName.ToRemote(local), rules));
            Assert.True(LocalName.IsSafe(local, rules));
            Assert.Matches(ValidOnLinux(), local);
            if (rules == NameRules.Windows) Assert.Matches(ValidOnWindows(), local);
            if (LocalName.IsSafe(remote, rules) && !remote.Contains('%') && !remote.Contains('~')) Assert.Equal(remote, local);
        }
    }).Check(NameSamples.Many);

    [Fact]
    public void Different_names_stay_different() => Prop.ForAll(NameSamples.Sets.ToArbitrary(), names =>
    {
        foreach (var rules in Enum.GetValues<NameRules>())
        {
            var remotes = names.Where(name => LocalName.From(name, rules) is not null).Distinct(StringComparer.Ordinal).ToList();
            Assert.Equal(remotes.Count, remotes.Select(name => LocalName.From(name, rules)).Distinct(StringComparer.Ordinal).Count());
        }
    }).Check(NameSamples.Many);

    // A second, independent statement of the rules.
    [GeneratedRegex("""^(?!(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[0-9¹²³]) *(?:\.|$))[^\\/:*?"<>|\x00-\x1F\x7F-\x9F]*[^\\/:*?"<>|\x00-\x1F\x7F-\x9F. ]\z""", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant)]
    private static partial Regex ValidOnWindows();

    [GeneratedRegex(@"^(?!\.{1,2}\z)[^/\p{Cc}\p{Zl}\p{Zp}]+\z")]
    private static partial Regex ValidOnLinux();
}
