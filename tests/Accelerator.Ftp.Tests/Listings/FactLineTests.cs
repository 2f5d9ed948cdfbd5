namespace Accelerator.Ftp.Tests.Listings;

/// <summary>The lines with which servers answer MLST.</summary>
public sealed class FactLineTests
{
    [Theory]
    [InlineData("modify=20260102030405;perm=adfrw;size=4;type=file;unique=FD01U8;UNIX.group=33;UNIX.groupname=www;UNIX.mode=0644;UNIX.owner=1000;UNIX.ownername=kim; /pub/a", "File 4 2026-01-02 03:04:05Z 0644 kim www")]
    [InlineData("type=file;size=4;modify=20260102030405;UNIX.mode=0644;UNIX.uid=1000;UNIX.gid=33;unique=1g2; a b", "File 4 2026-01-02 03:04:05Z 0644 1000 33")]
    [InlineData("Type=cdir;Size=4096;Modify=20260102030405;Perm=el; .", "Folder  2026-01-02 03:04:05Z el  ")]
    [InlineData("type=OS.unix=slink:../a b;modify=20260102030405; c", "Link  2026-01-02 03:04:05Z   ")]
    [InlineData("type=file;size=-1;perm=\u001b[2J;UNIX.owner=\u001b[0m; x", "File   \\x1B[2J \\x1B[0m ")]
    [InlineData("/pub/a", null)]
    [InlineData("", null)]
    public void The_facts_are_read_and_the_text_is_escaped(string line, string? expected)
    {
        var read = FactLine.Read(line);
        Assert.Equal(expected, read is null ? null : $"{read.Kind} {read.Size} {read.Time} {read.Permissions} {read.Owner} {read.Group}");
        if (read?.Kind == EntryKind.Link) Assert.Equal("../a b", read.Target);
    }

    /// <summary>Pieces of such lines in any order.</summary>
    [Fact]
    public void No_line_throws_and_control_characters_are_escaped()
    {
        string[] pieces = ["type=", "file", "dir", "cdir", "OS.unix=slink:", ";", ";", " ", "=", "size=", "99999999999999999999", "modify=", "20261301000000", "20260102030405", "UNIX.owner=", "perm=", "\u001b", "\u0000", "\ud800", "x"];
        var random = new Random(7);
        var read = 0;
        for (var i = 0; i < 20_000; i++)
        {
            var line = string.Concat(Enumerable.Range(0, random.Next(12)).Select(_ => pieces[random.Next(pieces.Length)]));
            if (FactLine.Read(line) is not { } facts) continue;
            read++;
            Assert.DoesNotContain($"{facts.Permissions}{facts.Owner}{facts.Group}{facts.Target}", char.IsControl);
        }
        Assert.InRange(read, 1000, 19_000);
    }
}
