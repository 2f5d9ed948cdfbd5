namespace Accelerator.Cli.Tests.Output;

public sealed class ProgressLineTests
{
    [Theory]
    [InlineData(120, "big.bin  45% [##################----------------------] 45.0 MiB of 100 MiB 11.0 MiB/s 0:05 left 8 streams")]
    [InlineData(79, "big.bin  45% [#####--------] 45.0 MiB of 100 MiB 11.0 MiB/s 0:05 left 8 streams")]
    [InlineData(60, "big.bin  45% [######--------] 11.0 MiB/s 0:05 left 8 streams")]
    [InlineData(39, " 45% 11.0 MiB/s 0:05 left 8 streams")]
    [InlineData(30, " 45% 11.0 MiB/s 0:05 left")]
    [InlineData(15, " 45% 11.0 MiB/s")]
    [InlineData(5, " 45%")]
    [InlineData(3, "")]
    public void The_line_fits_and_keeps_what_matters_most(int width, string line) => Assert.Equal(line, ProgressLine.Render(TransferSamples.Snapshot(), width, Glyphs.Ascii));

    [Theory]
    [InlineData(78, "pass-001.bin  45% [###----] 45.0 MiB of 100 MiB 11.0 MiB/s 0:05 left 8 streams")]
    [InlineData(77, "pass-001.bin  45% [##----] 45.0 MiB of 100 MiB 11.0 MiB/s 0:05 left 8 streams")]
    [InlineData(75, "..01.bin  45% [###-----] 45.0 MiB of 100 MiB 11.0 MiB/s 0:05 left 8 streams")]
    public void The_bar_gives_up_some_cells_before_a_short_name_is_cut(int width, string line) =>
        Assert.Equal(line, ProgressLine.Render(TransferSamples.Snapshot() with { CurrentFile = "pass-001.bin" }, width, Glyphs.Ascii));

    [Fact]
    public void No_width_is_ever_exceeded()
    {
        var snapshots = new[]
        {
            TransferSamples.Snapshot(), TransferSamples.Snapshot(0, null), TransferSamples.Snapshot(0, 0), TransferSamples.Snapshot() with { Phase = TransferPhase.Connecting },
            TransferSamples.Snapshot() with { CurrentFile = new string('가', 200), FilesTotal = 12345, FilesDone = 678 },
            TransferSamples.Snapshot(5_000_000, 9_000_000) with { BytesPerSecond = 1e15, ActiveStreams = 64 },
        };
        foreach (var snapshot in snapshots)
        {
            for (var width = 1; width <= 250; width++)
            {
                Assert.InRange(CellWidth.Of(ProgressLine.Render(snapshot, width, Glyphs.Unicode)), 0, width);
                Assert.All(ProgressLine.Rows([.. snapshot.Streams.Select(s => s with { FileName = snapshot.CurrentFile })], width, Glyphs.Ascii), row => Assert.InRange(CellWidth.Of(row), 0, width));
            }
        }
    }

    [Fact]
    public void With_several_files_the_finished_files_are_counted() =>
        Assert.StartsWith("2/10 files  45% [", ProgressLine.Render(TransferSamples.Snapshot() with { FilesDone = 2, FilesTotal = 10 }, 119, Glyphs.Ascii));

    [Theory]
    [InlineData("GK2A_AMI_L1B_Jeju_to_Daejeon_20261120053700.nc", 99, "GK2A_AMI_L…eon_20261120053700.nc  45% [███░░░░░]")]
    [InlineData("위성데이터.nc", 79, "데이터.nc")]
    public void A_long_name_keeps_its_start_and_end_and_a_wide_one_takes_two_columns_a_letter(string name, int width, string part)
    {
        var line = ProgressLine.Render(TransferSamples.Snapshot() with { CurrentFile = name }, width, Glyphs.Unicode);
        Assert.Contains(part, line);
        Assert.InRange(CellWidth.Of(line), 60, width);
    }

    [Fact]
    public void Control_characters_in_a_name_are_escaped() => Assert.DoesNotContain('\u001b', ProgressLine.Render(TransferSamples.Snapshot() with { CurrentFile = "a\u001b[2Jb" }, 119, Glyphs.Ascii));

    [Fact]
    public void An_unknown_size_shows_bytes_and_no_end() => Assert.Equal("big.bin 45.0 MiB 11.0 MiB/s 8 streams", ProgressLine.Render(TransferSamples.Snapshot(45, null), 119, Glyphs.Ascii));

    [Fact]
    public void A_hundred_percent_means_all_of_it() => Assert.Equal(" 99%", ProgressLine.Percent(TransferSamples.Snapshot() with { BytesDone = (100 << 20) - 1 }));

    [Theory]
    [InlineData(TransferPhase.Connecting, "connecting")]
    [InlineData(TransferPhase.Verifying, "verifying")]
    public void A_phase_without_bytes_is_named(TransferPhase phase, string word)
    {
        var line = ProgressLine.Render(TransferSamples.Snapshot() with { Phase = phase }, 79, Glyphs.Ascii);
        Assert.Contains(word, line);
        Assert.DoesNotContain("left", line);
    }

    [Theory]
    [InlineData(StreamState.Receiving, "   1 receiving  6.00 MiB/s 20.0 MiB of 50.0 MiB to go  big.bin")]
    [InlineData(StreamState.Requesting, "   1 waiting    20.0 MiB of 50.0 MiB to go  big.bin")]
    [InlineData(StreamState.Connecting, "   1 connecting big.bin")]
    [InlineData(StreamState.BackingOff, "   1 pausing    big.bin")]
    public void A_stream_has_a_row(StreamState state, string row) => Assert.Equal(row, Assert.Single(ProgressLine.Rows([TransferSamples.Snapshot().Streams[0] with { State = state }], 79, Glyphs.Ascii)));

    [Fact]
    public void Streams_of_files_with_long_names_show_in_what_the_names_differ()
    {
        var streams = Enumerable.Range(0, 3).Select(i => TransferSamples.Snapshot().Streams[0] with { FileName = $"GK2A_AMI_LE1B_IR105_FD020GE_20261120053{i}00_0123456789.nc" });
        Assert.Equal(
            ["GK2A_..20053000_01..9.nc", "GK2A_..20053100_01..9.nc", "GK2A_..20053200_01..9.nc"],
            ProgressLine.Rows([.. streams], 79, Glyphs.Ascii).Select(row => row[^24..]));
    }
}
