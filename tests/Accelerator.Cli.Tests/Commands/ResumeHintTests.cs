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
        Assert.StartsWith("to start again: ftpx", ResumeHint.For(new GetOptions { Addresses = [] }, [Samples.Failed(FailureKind.Cancelled)], windows: false));

    [Fact]
    public void A_run_that_was_not_stopped_has_no_hint() =>
        Assert.Null(ResumeHint.For(new GetOptions { Addresses = [] }, [Samples.Failed(FailureKind.Network, canResume: true)], windows: false));

    private static string Hint(string word, bool windows) => ResumeHint.For(new GetOptions { Addresses = [], Words = ["get", word] }, Stopped, windows)!;
}
