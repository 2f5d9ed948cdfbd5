using System.Text.RegularExpressions;

namespace Accelerator.Matrix.Tests;

/// <summary>
/// Section 4.6 of the fault matrix: a journal that is torn, damaged, missing or belongs to another file. Killed processes (T-JRN-1), a
/// power cut (T-JRN-6) and a full disk (T-DISK-1) need a process and a disk of their own: they are in the interop tests, and the whole of
/// T-JRN-1 is in the soak tests.
/// </summary>
public sealed class JournalCases
{
    private const long Length = 24 << 20;
    private const string Path = "/pub/f";

    [Theory]
    [Streams(1, 4)]
    public async Task T_JRN_1_a_stopped_run_resumes(int streams)
    {
        await using var it = await StoppedAsync();
        await it.GetAsync(Path, "--streams", $"{streams}");
        var kept = Regex.Match(it.Written, @"resuming; ([0-9.]+) MiB of 24\.0 MiB").Groups[1].Value;
        it.Check(double.TryParse(kept, CultureInfo.InvariantCulture, out var size) && size > 1, $"\"{kept}\" MiB were kept.");
        await AssertRightAsync(it);
    }

    [Fact]
    public async Task T_JRN_2_a_journal_that_was_cut_anywhere_leads_to_no_wrong_byte()
    {
        await using var it = await StoppedAsync();
        var journal = await File.ReadAllBytesAsync(it.Local("f.part.journal"));
        foreach (var length in Enumerable.Range(0, 10).Select(i => journal.Length * i / 10).Append(journal.Length - 1)) await AssertNotBelievedAsync(it, journal[..length]);
    }

    [Fact]
    public async Task T_JRN_2_a_journal_with_a_flipped_byte_anywhere_leads_to_no_wrong_byte()
    {
        await using var it = await StoppedAsync();
        var journal = await File.ReadAllBytesAsync(it.Local("f.part.journal"));
        for (var at = 0; at < journal.Length; at += 1 + (journal.Length / 12))
        {
            var flipped = journal.ToArray();
            flipped[at] ^= 0x10;
            await AssertNotBelievedAsync(it, flipped);
        }
    }

    /// <summary>
    /// The case shows accidental damage only: a program that can recompute the checksum could also have written the file itself.
    /// </summary>
    [Fact]
    public async Task T_JRN_2_a_journal_that_claims_more_than_its_checksum_covers_is_refused()
    {
        await using var it = await StoppedAsync();
        var journal = await File.ReadAllTextAsync(it.Local("f.part.journal"));
        var more = Regex.Replace(journal, "\"proven\":.*,\"restHonoured\"", $"\"proven\":[[0,{Length}]],\"unproven\":[],\"restHonoured\"");
        it.Check(more != journal, "The journal has another form than this case expects.");
        await AssertNotBelievedAsync(it, Encoding.UTF8.GetBytes(more));
    }

    /// <summary>The reserved file has its full length from the start, with zeros where nothing was written (T-DISK-4).</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task T_JRN_3_a_partial_file_of_full_length_without_a_journal_is_not_taken_for_the_file(bool isZeros)
    {
        await using var it = await StoppedAsync();
        File.Delete(it.Local("f.part.journal"));
        if (isZeros) await File.WriteAllBytesAsync(it.Local("f.part"), new byte[Length]);
        var before = it.Server.Log.BytesSentOf(Path);
        await it.GetAsync(Path, "--segment-size", "12M");
        await AssertRightAsync(it);
        it.Check(it.Server.Log.BytesSentOf(Path) - before >= Length, "Bytes that nothing vouches for were used.");
    }

    [Theory]
    [InlineData("content")]
    [InlineData("size")]
    [InlineData("time")]
    public async Task T_JRN_4_the_journal_of_a_file_that_has_changed_is_refused(string what)
    {
        await using var it = await StoppedAsync();
        var files = it.Server.Files;
        if (what == "content") files.ReplaceByRename(Path, FileContent.Synthetic(Length, 99));
        else if (what == "size") files.ReplaceByRename(Path, FileContent.Synthetic(Length + 5, 98));
        else files.Touch(Path, LoopbackTree.DefaultModifiedUtc.AddDays(1));
        await it.GetAsync(Path);
        await AssertRightAsync(it);
    }

    /// <summary>The size and the time are the same: only the bytes reveal the change.</summary>
    [Theory]
    [Streams(1, 4)]
    public async Task T_JRN_4_other_bytes_under_the_same_name_size_and_time_are_found_at_the_seams(int streams)
    {
        await using var it = await StoppedAsync();
        it.Server.Files.ReplaceByRename(Path, FileContent.Synthetic(Length, 97), it.Server.Files[Path].ModifiedUtc);
        await it.GetAsync(Path, "--streams", $"{streams}");
        await AssertRightAsync(it);
    }

    [Fact]
    public async Task T_JRN_5_a_second_run_for_the_same_file_ends_and_leaves_the_first_alone()
    {
        await using var it = Case();
        var first = it.GetAsync(Path, "--streams", "1");
        await it.AtAsync(log => log.BytesSentOf(Path) > 1 << 20, async () =>
        {
            await it.GetAsync(Path, "--streams", "1");
            // Before the clock runs again: the first run sets the exit code at its end.
            it.AssertSaid(2, "is in use by another run of ftpx");
        });
        await first;
        await AssertRightAsync(it);
    }

    [Fact]
    public async Task T_JRN_5_a_second_mirror_of_the_same_folder_ends_and_leaves_the_first_alone()
    {
        await using var it = Case();
        var first = it.MirrorAsync("/pub");
        await it.AtAsync(log => log.BytesSentOf(Path) > 1 << 20, async () =>
        {
            await it.MirrorAsync("/pub");
            it.AssertSaid(2, "two runs in one folder would undo each other's work");
        });
        await first;
        await AssertRightAsync(it);
    }

    private static HostileFixture Case()
    {
        var it = new HostileFixture(new LoopbackOptions { Shaping = new LinkShape { TotalBytesPerSecond = 16 << 20 } });
        it.Server.Files.AddSynthetic(Path, Length);
        return it;
    }

    // Leaves the state of a run that was stopped half-way; from then on the server sends as fast as it can.
    private static async Task<HostileFixture> StoppedAsync()
    {
        var it = new HostileFixture(Fault.OnRetr().StallAfter(3 << 20));
        it.Server.Files.AddSynthetic(Path, Length);
        var run = it.GetAsync(Path, "--streams", "4", "--timeout-stall", "600");
        await it.KeepsAsync("f", 10 << 20);
        it.Process.Stop!.Press();
        await run;
        it.Check(it.ExitCode == 130 && File.Exists(it.Local("f.part.journal")), "It left no journal.");
        it.Server.ClearFaults();
        return it;
    }

    // The partial file holds noise here: a single reused byte of it spoils the file. ResumeJournalTests truncates and flips every byte of a
    // journal with the reader alone.
    private static async Task AssertNotBelievedAsync(HostileFixture it, byte[] journal)
    {
        await File.WriteAllBytesAsync(it.Local("f.part.journal"), journal);
        await using (var part = File.Create(it.Local("f.part"))) await FileContent.Synthetic(Length, 96).CopyToAsync(part, 0, Length, CancellationToken.None);
        var (sent, asked, said) = (it.Server.Log.BytesSentOf(Path), it.Server.Log.CountOf("RETR"), Refusals(it));
        // No range is split: of a transfer that is closed early the server cannot count the last block.
        await it.GetAsync(Path, "--streams", "2", "--segment-size", "12M");
        await AssertRightAsync(it);
        it.Check(it.Server.Log.BytesSentOf(Path) - sent >= Length, "Bytes that nothing vouches for were used.");
        it.Check(it.Server.Log.CountOf("RETR") - asked <= 8, "It was asked for again and again.");
        it.Check(Refusals(it) == said + 1, "It did not say once that the journal is not used.");
        File.Delete(it.Local("f"));
    }

    private static int Refusals(HostileFixture it) => Regex.Count(it.Err, "f.part.journal' of an earlier run is ignored: it ");

    private static async Task AssertRightAsync(HostileFixture it)
    {
        it.Check(it.ExitCode == 0, "It did not succeed.");
        it.Check(await it.Server.Files[Path].Content.FirstDifferenceAsync(it.Local("f"), CancellationToken.None) is null, "It is not what the server has.");
        it.Check(!File.Exists(it.Local("f.part")) && !File.Exists(it.Local("f.part.journal")), "Something was left behind.");
    }
}
