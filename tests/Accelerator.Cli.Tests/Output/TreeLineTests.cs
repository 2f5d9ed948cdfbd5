namespace Accelerator.Cli.Tests.Output;

public sealed class TreeLineTests
{
    [Theory]
    [InlineData(120, "312/1003 files  45% [##################----------------------] 1.20 GiB of 2.66 GiB 87.0 MiB/s 0:18 left 32 streams")]
    [InlineData(77, "312/1003 files  45% [#####--------] 1.20 GiB of 2.66 GiB 87.0 MiB/s 0:18 left")]
    [InlineData(60, "312/1003 files  45% [#######----------] 87.0 MiB/s 0:18 left")]
    [InlineData(37, "312/1003  45% 87.0 MiB/s 0:18 left")]
    [InlineData(25, " 45% 87.0 MiB/s 0:18 left")]
    [InlineData(4, " 45%")]
    [InlineData(3, "")]
    public void The_line_of_many_files_fits_and_keeps_what_matters_most(int width, string line) => Assert.Equal(line, ProgressLine.Render(Snapshot(), width, Glyphs.Ascii));

    [Theory]
    [InlineData(77, "listing, 12,345 files, 1.20 GiB so far")]
    [InlineData(37, "listing, 12,345 files")]
    [InlineData(20, "listing")]
    [InlineData(6, "")]
    public void While_folders_are_listed_the_line_shows_the_files_found(int width, string line) => Assert.Equal(
        line,
        ProgressLine.Render(Snapshot() with { Phase = TransferPhase.Listing, FilesTotal = 12345, BytesTotal = 1229 * TransferSamples.MiB }, width, Glyphs.Ascii));

    [Theory]
    [InlineData(77, "listing ftp://h/pub\\x1B")]
    [InlineData(15, "listing ftp:/..")]
    public void Before_the_first_file_the_line_shows_the_folder_being_listed(int width, string line) => Assert.Equal(
        line,
        ProgressLine.Render(Snapshot() with { Phase = TransferPhase.Listing, FilesTotal = 0, CurrentFile = "ftp://h/pub\u001b" }, width, Glyphs.Ascii));

    [Theory]
    [InlineData(75, "0411.nc, 0412.nc, a_very_long_.._file_from_a_satellite.nc, a.nc, and 2 more")]
    [InlineData(37, "0411.nc, 0412.nc, and 4 more")]
    [InlineData(20, "0411.nc, and 5 more")]
    [InlineData(18, "..1.nc, and 5 more")]
    [InlineData(17, "")]
    public void The_files_in_progress_are_named_as_far_as_they_fit(int width, string line)
    {
        string[] names = ["0411.nc", "0412.nc", "", "0411.nc", "a_very_long_name_of_a_file_from_a_satellite.nc", "a.nc", "위성데이터.nc", "b\u001b.nc"];
        Assert.Equal(line, TreeLine.Names(Snapshot(names), width, Glyphs.Ascii));
    }

    [Fact]
    public void Where_no_stream_has_a_file_nothing_is_named() => Assert.Equal("", TreeLine.Names(Snapshot(""), 77, Glyphs.Ascii));

    [Fact]
    public void One_long_name_takes_the_columns_that_are_left()
    {
        var names = Enumerable.Range(1, 5).Select(i => $"S1A_IW_GRDH_1SDV_20261120T0537{i}1_20261120T0538{i}1_abcdefghij_04D2_orbit.nc").ToArray();
        Assert.Equal("S1A_IW_GRDH_1SDV_20261120T053711_20261120T053811_abcdefghij_04D2_orbit.nc", TreeLine.Names(Snapshot(names[0]), 77, Glyphs.Ascii));
        Assert.Equal("S1A_IW_GRDH_1SDV_202.._20261120T053811_abcdefghij_04D2_orbit.nc, and 4 more", TreeLine.Names(Snapshot(names), 75, Glyphs.Ascii));
    }

    [Fact]
    public void No_width_is_ever_exceeded()
    {
        var snapshot = Snapshot("위성데이터.nc", new string('가', 200), new string('가', 199) + '나', "x", "y\u001b\u202E");
        for (var width = 1; width <= 200; width++)
        {
            Assert.InRange(CellWidth.Of(TreeLine.Names(snapshot, width, Glyphs.Unicode)), 0, width);
            Assert.InRange(CellWidth.Of(ProgressLine.Render(snapshot with { FilesTotal = 1_000_000, BytesTotal = null }, width, Glyphs.Unicode)), 0, width);
            Assert.InRange(CellWidth.Of(ProgressLine.Render(snapshot with { Phase = TransferPhase.Listing }, width, Glyphs.Unicode)), 0, width);
        }
    }

    private static TransferSnapshot Snapshot(params string[] names) => TransferSamples.Snapshot() with
    {
        BytesDone = 1229 * TransferSamples.MiB,
        BytesTotal = 2720 * TransferSamples.MiB,
        BytesPerSecond = 87 * TransferSamples.MiB,
        FilesDone = 312,
        FilesTotal = 1003,
        ActiveStreams = 32,
        Streams = [.. names.Select((name, slot) => new StreamSnapshot(slot, StreamState.Receiving, name, 0, 1, 2, 3))],
    };
}
