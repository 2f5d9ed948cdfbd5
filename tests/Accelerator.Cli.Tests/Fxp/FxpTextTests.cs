namespace Accelerator.Cli.Tests.Fxp;

public sealed class FxpTextTests
{
    private static readonly TransferException Unlisted = new(FailureKind.NotFound, "out/x could not be listed.");

    [Fact]
    public void A_copied_file_is_one_line() => Assert.Equal("a.bin: 8.00 MiB in 2.0 s, 4.00 MiB/s (33.6 Mbit/s), complete; size matches (the servers have no hash in common).", FxpText.Success(FxpSamples.Copied));

    [Fact]
    public void The_summary_counts_copied_existing_and_failed_files()
    {
        Assert.Equal("1 file copied, 8.00 MiB in 4.0 s, 2.00 MiB/s (16.8 Mbit/s).", FxpText.Summary(FxpSamples.Summary(FxpSamples.Found() with { SameFiles = 0 }, FxpSamples.Copied)));
        Assert.Equal(
            "1 file copied, 8.00 MiB in 4.0 s, 2.00 MiB/s (16.8 Mbit/s); 3 files (3.00 MiB) were there already; 1 not finished; 2 failed.",
            FxpText.Summary(FxpSamples.Summary(FxpSamples.Found(Unlisted), FxpSamples.Copied, FxpSamples.There, FxpSamples.Refused, FxpSamples.Stopped)));
        Assert.Equal("Nothing was copied; 2 files (2.00 MiB) were there already.", FxpText.Summary(FxpSamples.Summary(FxpSamples.Found())));
    }

    [Fact]
    public void The_plan_shows_source_destination_listening_server_and_verification() => Assert.Equal(
        [
            "from ftp://a.example:21 to ftp://b.example:21, 8 files at once at most",
            "  make folder ftp://b.example:21/in/new/",
            "  copy out/a.bin to in/new/a.bin, 8.00 MiB",
            "       from byte 1,048,576; the destination listens; verified by size and XSHA256",
            "  skip ftp://b.example/in/new/b.bin, exists already",
            "1 file would be copied, 7.00 MiB to be sent; 3 files (3.00 MiB) are there already.",
        ],
        FxpText.Plan(new FxpPreview(FxpSamples.Run, FxpSamples.Found(), [FxpSamples.Plan], [FxpSamples.There])));

    [Fact]
    public void The_exit_code_is_that_of_get()
    {
        Assert.Equal(0, Code(FxpSamples.Found(), FxpSamples.Copied, FxpSamples.There));
        Assert.Equal(12, Code(FxpSamples.Found(), FxpSamples.Copied, FxpSamples.Refused));
        Assert.Equal(12, Code(FxpSamples.Found(Unlisted), FxpSamples.Copied));
        Assert.Equal(12, Code(FxpSamples.Found() with { Gaps = ["There may be more."] }, FxpSamples.Copied));
        Assert.Equal(2, Code(FxpSamples.Found() with { SameFiles = 0 }, FxpSamples.Refused));
        Assert.Equal(130, Code(FxpSamples.Found(), FxpSamples.Copied, FxpSamples.Refused, FxpSamples.Stopped));

        static int Code(Engine.Fxp.FxpFound found, params Engine.Fxp.FxpFileResult[] files) => FxpSamples.Summary(found, files).Code.Value;
    }

    [Fact]
    public void A_pipe_gets_a_line_for_each_file_and_with_quiet_errors_only()
    {
        foreach (var quiet in (bool[])[false, true])
        {
            using var output = new StringWriter { NewLine = "\n" };
            using var error = new StringWriter { NewLine = "\n" };
            using var view = new PlainView(output, new MessageWriter(error), TimeProvider.System, quiet, detail: false);
            view.ShowFile(FxpSamples.Copied);
            view.ShowFile(FxpSamples.Refused);
            view.ShowResult(FxpSamples.Summary(FxpSamples.Found(), FxpSamples.Copied, FxpSamples.Refused));
            Assert.Equal(quiet ? 0 : 2, output.ToString().Count(c => c == '\n'));
            Assert.Equal("ftpx: error: c.bin exists already.\n", error.ToString());
        }
    }
}
