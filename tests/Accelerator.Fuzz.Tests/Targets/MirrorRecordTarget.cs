namespace Accelerator.Fuzz.Tests.Targets;

/// <summary>A mirror's record, as it is and as the lines of a sealed one.</summary>
internal static class MirrorRecordTarget
{
    private const string Site = "ftp://me@host:21/2F707562";

    public static bool Read(byte[] input)
    {
        Take(input, NameRules.Linux);
        var isTaken = false;
        var lines = SealedFile.Seal([.. "ftpx-mirror 1\nftp://me@host:21/2F707562\n"u8, .. input]);
        foreach (var rules in Enum.GetValues<NameRules>()) isTaken |= Take(lines, rules);
        return isTaken;
    }

    private static bool Take(byte[] content, NameRules rules)
    {
        if (!MirrorRecordFormat.TryRead(content, Site, rules, out var record, out var problem))
        {
            Assert.Null(record);
            Assert.NotEmpty(problem);
            return false;
        }
        Assert.False(record.IsChanged);
        var written = MirrorRecordFormat.Write(record, Site).ToArray();
        Assert.True(MirrorRecordFormat.TryRead(written, Site, rules, out var again, out problem), problem);
        Assert.Equal(Entries(record), Entries(again));
        Assert.Equal(written, MirrorRecordFormat.Write(again, Site).ToArray());
        SealedFile.AssertRefusedWithAnyBitFlipped(written, changed => MirrorRecordFormat.TryRead(changed, Site, rules, out _, out _));
        return !record.IsEmpty;
    }

    private static List<(string Folder, string Name, MirrorRecordEntry Entry)> Entries(MirrorRecord record) =>
        [.. record.Folders.SelectMany(folder => folder.Value.Select(file => (folder.Key, file.Key, file.Value)))];
}
