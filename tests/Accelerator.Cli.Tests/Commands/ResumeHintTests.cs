using Accelerator.Cli.Commands;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Tests.Commands;

public sealed class ResumeHintTests
{
    private static readonly FileResult[] Stopped = [Samples.Failed(FailureKind.Cancelled, canResume: true)];

    [Theory]
    [InlineData("ftp://kim:secret@h/f", "ftp://kim:***@h/f")]
    [InlineData("ftp://kim:p@ss:word@h/f", "ftp://kim:***@h/f")]
    [InlineData("ftp://kim@h:2121/f", "ftp://kim@h:2121/f")]
    [InlineData("ftp://h:2121/f@v:1", "ftp://h:2121/f@v:1")]
    [InlineData("ftp://[2001:db8::1]/f", "'ftp://[2001:db8::1]/f'")]
    [InlineData("ftp://kim:secret@h", "ftp://kim:***@h")]
    [InlineData("ftp://h/it's here", "'ftp://h/it'\\''s here'")]
    public void A_word_is_quoted_and_its_password_masked(string word, string shown) => Assert.EndsWith(": ftpx get " + shown, Hint(word, windows: false));

    [Theory]
    [InlineData("ftp://h/a b", "\"ftp://h/a b\"")]
    [InlineData("C:\\data\\x", "C:\\data\\x")]
    [InlineData("ftp://h/a&b", "\"ftp://h/a&b\"")]
    public void On_windows_quotation_marks_are_double(string word, string shown) => Assert.EndsWith(": ftpx get " + shown, Hint(word, windows: true));

    [Fact]
    public void Without_anything_kept_it_starts_again() =>
        Assert.StartsWith("to start again: ftpx", Assert.Single(Hints(Samples.Failed(FailureKind.Cancelled))));

    [Fact]
    public void A_run_that_failed_and_keeps_nothing_has_no_hint() => Assert.Empty(Hints(Samples.Failed(FailureKind.Network), Samples.Done()));

    [Theory]
    [InlineData(FailureKind.Network)]
    [InlineData(FailureKind.Disk)]
    [InlineData(FailureKind.Cancelled)]
    public void However_a_run_has_ended_what_it_keeps_is_told_and_how_to_go_on(FailureKind kind) =>
        Assert.Equal(["30.0 MiB of 100 MiB are kept.", "to continue: ftpx get ftp://h/f"], Hints(Kept(kind, 30)));

    [Fact]
    public void Of_several_files_the_sum_is_told() =>
        Assert.Equal("50.0 MiB of 200 MiB are kept, of 2 files.", Hints(Kept(FailureKind.Network, 30), Samples.Done(), Samples.Failed(FailureKind.NotFound), Kept(FailureKind.Network, 20))[0]);

    [Fact]
    public void Where_the_size_was_never_learned_what_is_kept_is_told_alone() =>
        Assert.Equal("30.0 MiB are kept.", Hints(Kept(FailureKind.Network, 30) with { Size = 0 })[0]);

    [Fact]
    public void Where_nobody_has_counted_what_is_kept_only_the_command_is_told() =>
        Assert.Equal("to continue: ftpx get ftp://h/f", Assert.Single(Hints(Samples.Failed(FailureKind.Network, canResume: true))));

    private static FileResult Kept(FailureKind kind, long mebibytes) => Samples.Failed(kind, canResume: true) with { BytesKept = mebibytes * Samples.MiB };

    private static List<string> Hints(params FileResult[] files) => [.. ResumeHint.For(new GetOptions { Addresses = [], Words = ["get", "ftp://h/f"] }, files, windows: false)];

    private static string Hint(string word, bool windows) => Assert.Single(ResumeHint.For(new GetOptions { Addresses = [], Words = ["get", word] }, Stopped, windows));
}
