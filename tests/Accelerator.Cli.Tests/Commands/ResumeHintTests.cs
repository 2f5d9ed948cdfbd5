namespace Accelerator.Cli.Tests.Commands;

public sealed class ResumeHintTests
{
    [Theory]
    [InlineData("ftp://kim:secret@h/f", "ftp://kim:***@h/f")]
    [InlineData("ftp://kim:p@ss:word@h/f", "ftp://kim:***@h/f")]
    [InlineData("ftp://kim@h:2121/f", "ftp://kim@h:2121/f")]
    [InlineData("ftp://h:2121/f@v:1", "ftp://h:2121/f@v:1")]
    [InlineData("ftp://[2001:db8::1]/f", "'ftp://[2001:db8::1]/f'")]
    [InlineData("ftp://kim:secret@h", "ftp://kim:***@h")]
    [InlineData("ftp://h/it's here", "'ftp://h/it'\\''s here'")]
    [InlineData("ftp://h/a b", "\"ftp://h/a b\"", true)]
    [InlineData("C:\\data\\x", "C:\\data\\x", true)]
    [InlineData("*.nc", "'*.nc'")]
    [InlineData("*.nc", "*.nc", true)]
    [InlineData("~old", "'~old'")]
    [InlineData("=a", "'=a'")]
    [InlineData("a=b", "a=b")]
    [InlineData("08:00-18:00=50M,else=20M", "08:00-18:00=50M,else=20M")]
    [InlineData("08:00-18:00=50M,else=20M", "\"08:00-18:00=50M,else=20M\"", true)]
    [InlineData("@limit.txt", "\"@limit.txt\"", true)]
    [InlineData("copy \"%FTPX_FILE%\" D:\\in", "\"copy \\\"%FTPX_FILE%\\\" D:\\in\"", true)]
    [InlineData("D:\\my data\\", "\"D:\\my data\\\\\"", true)]
    [InlineData("ftp://h/a&b", "\"ftp://h/a&b\"", true)]
    public void A_word_is_quoted_as_the_system_does_and_its_password_masked(string word, string shown, bool windows = false) => Assert.EndsWith(
        ": ftpx get " + shown, Assert.Single(ResumeHint.For(new GetOptions { Addresses = [], Words = ["get", word] }, [TransferSamples.Failed(FailureKind.Cancelled, canResume: true)], windows)));

    public static TheoryData<object[], string> Ends => new()
    {
        { [TransferSamples.Failed(FailureKind.Cancelled)], "to start again, run: ftpx get ftp://h/f" },
        { [TransferSamples.Failed(FailureKind.Network), TransferSamples.Done()], "" },
        { [Kept(FailureKind.Network, 30)], "30.0 MiB of 100 MiB kept.|to continue, run: ftpx get ftp://h/f" },
        { [Kept(FailureKind.Disk, 30)], "30.0 MiB of 100 MiB kept.|to continue, run: ftpx get ftp://h/f" },
        { [Kept(FailureKind.Cancelled, 30)], "30.0 MiB of 100 MiB kept.|to continue, run: ftpx get ftp://h/f" },
        {
            [Kept(FailureKind.Network, 30), TransferSamples.Done(), TransferSamples.Failed(FailureKind.NotFound), Kept(FailureKind.Network, 20)],
            "50.0 MiB of 200 MiB kept, in 2 files.|to continue, run: ftpx get ftp://h/f"
        },
        // The size is unknown.
        { [Kept(FailureKind.Network, 30) with { Size = 0 }], "30.0 MiB kept.|to continue, run: ftpx get ftp://h/f" },
        // The kept bytes were not counted.
        { [TransferSamples.Failed(FailureKind.Network, canResume: true)], "to continue, run: ftpx get ftp://h/f" },
    };

    [Theory]
    [MemberData(nameof(Ends))]
    public void The_hint_reports_the_kept_bytes_and_the_command_to_continue(object[] files, string hints) => Assert.Equal(
        hints, string.Join('|', ResumeHint.For(new GetOptions { Addresses = [], Words = ["get", "ftp://h/f"] }, [.. files.Cast<FileResult>()], windows: false)));

    [Theory]
    [InlineData(FailureKind.Cancelled, 30, "to continue, run: ftpx get ftp://h/f")]
    [InlineData(FailureKind.Cancelled, 0, "to start again, run: ftpx get --no-resume ftp://h/f")]
    public void The_command_to_continue_discards_nothing(FailureKind kind, long kept, string hint) => Assert.Equal(
        hint, ResumeHint.For(new GetOptions { Addresses = [], Words = ["get", "--no-resume", "ftp://h/f"] }, [kept > 0 ? Kept(kind, kept) : TransferSamples.Failed(kind)], windows: false).Last());

    private static FileResult Kept(FailureKind kind, long mebibytes) => TransferSamples.Failed(kind, canResume: true) with { BytesKept = mebibytes * TransferSamples.MiB };
}
