using Accelerator.Ftp.Tests.Listings;

namespace Accelerator.Fuzz.Tests.Targets;

/// <summary>
/// A listing's data connection. No name leads out of its folder, remotely or locally, and the division into packets does not change the
/// result.
/// </summary>
internal static class ListingTarget
{
    // Small enough for the fuzzer's inputs to exceed it.
    private const int MostBytes = 8 << 10;

    private static readonly DateTimeOffset Now = new(2026, 1, 2, 3, 4, 5, TimeSpan.Zero);
    private static readonly FtpReply Done = new(226, ["Transfer complete."]);

    public static bool Mlsd(byte[] input) => Read(ListingCommand.Mlsd, input);

    public static bool Nlst(byte[] input) => Read(ListingCommand.Nlst, input);

    public static bool List(byte[] input) => Read(ListingCommand.List, input);

    private static bool Read(ListingCommand command, byte[] input)
    {
        // The following checks apply once, not to each of them.
        var charset = Foreign.Charsets[Foreign.Number(input) % (ulong)Foreign.Charsets.Length];
        var (entries, outcome) = Read(command, input, charset, int.MaxValue);
        foreach (var entry in entries) AssertSound(entry, input);
        Assert.True(input.Length > MostBytes || outcome.ByteLimit is null);
        Assert.True(outcome.ByteLimit is null || outcome.Doubts[0].Kind == ListingDoubtKind.TooLarge);
        Assert.True(entries.Sum(entry => entry.Name.Bytes.Length) <= MostBytes, "More text was kept than the limit of a listing.");
        AssertSound(outcome, entries.Count);
        // Where a line is longer than one read, the bytes that end lines depend on how the input was cut; the names are checked above all
        // the same.
        if (!HasLongLine(input))
        {
            AssertSame(command, input, charset, 1 + (int)(Foreign.Number(input) % 100), entries, outcome);
            if (input.Length < 2000) AssertSame(command, input, charset, 1, entries, outcome);
        }
        return entries.Count > 0;
    }

    private static void AssertSame(ListingCommand command, byte[] input, Encoding charset, int piece, List<ListingEntry> entries, ListingOutcome outcome)
    {
        var (cut, cutOutcome) = Read(command, input, charset, piece);
        // A record compares its lists by reference.
        Assert.Equal(outcome.RefusedTexts, cutOutcome.RefusedTexts);
        Assert.Equal(outcome with { RefusedTexts = [] }, cutOutcome with { RefusedTexts = [] });
        Assert.Equal(entries.Count, cut.Count);
        for (var i = 0; i < cut.Count; i++) Assert.Equal(entries[i], cut[i]);
    }

    private static void AssertSound(ListingEntry entry, byte[] input)
    {
        var name = entry.Name.Bytes.Span;
        Assert.False(name.IsEmpty);
        Assert.True(name.Length <= 1024 && entry.Name.Text.Length <= 255, "A name is longer than any file's.");
        Assert.True(entry.Target is null || entry.Target.Bytes.Length <= 4096);
        Assert.True(name.IndexOfAny("/\r\n\0"u8) < 0, "A name holds a slash, a line end or NUL.");
        Assert.DoesNotContain("..", entry.Name.Text.Split('\\'));
        Assert.False(name.SequenceEqual("."u8) || name.SequenceEqual(".."u8));
        Assert.True(input.AsSpan().IndexOf(name) >= 0, "A name is no part of what came.");
        Assert.True(entry.Size is null or >= 0);
        Assert.True(entry.Size is null || entry.Kind is EntryKind.File or EntryKind.Unknown, $"A {entry.Kind} has a size.");
        Assert.True(entry.Target is null || entry.Target.Bytes.Span.IndexOfAny("\r\n\0"u8) < 0);
        Foreign.AssertSafe(entry.Permissions);
        Foreign.AssertSafe(entry.Unique);
        Foreign.AssertSafe(entry.Name.ToString());
        Foreign.AssertSafe(entry.Target?.ToString());
        Foreign.AssertSafe(entry.Time?.ToString());
        foreach (var rules in Enum.GetValues<NameRules>()) AssertComesBack(entry.Name.ExactName, rules);
    }

    private static void AssertComesBack(string exact, NameRules rules)
    {
        var local = LocalName.From(exact, rules);
        Assert.NotNull(local);
        Assert.True(LocalName.IsSafe(local, rules));
        Assert.Equal(exact, LocalName.ToRemote(local));
    }

    private static void AssertSound(ListingOutcome outcome, int entries)
    {
        Assert.Equal(entries, outcome.Entries);
        Assert.True(outcome.Listed >= entries + outcome.RefusedNames);
        Assert.True(outcome.HasLines || (entries == 0 && outcome.UnreadLines == 0));
        Assert.Equal(outcome.UnreadLines > 0, outcome.FirstUnread is not null);
        Assert.Equal(outcome.RefusedNames > 0, outcome.FirstRefused is not null);
        Foreign.AssertSafe(outcome.FolderUnique);
        Assert.All(outcome.Doubts, doubt => Foreign.AssertSafe(doubt.Text));
        Assert.True(outcome.IsComplete || !outcome.ProvesAbsence(FtpPath.FromText("x", FtpCharsets.Utf8)));
    }

    private static (List<ListingEntry> Entries, ListingOutcome Outcome) Read(ListingCommand command, byte[] input, Encoding charset, int piece)
    {
        using var reader = new ListingReader(command, charset, Now, maxLines: 100_000, MostBytes);
        return (Corpus.ReadAll(reader, input, piece), reader.Sum(command.ToString(), Done));
    }

    private static bool HasLongLine(ReadOnlySpan<byte> input)
    {
        while (input.IndexOf((byte)'\n') is >= 0 and var end)
        {
            if (end > ListingLines.MaxLineBytes) return true;
            input = input[(end + 1)..];
        }
        return input.Length > ListingLines.MaxLineBytes;
    }
}
