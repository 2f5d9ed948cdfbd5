using Accelerator.Gateway.ReadAhead;

namespace Accelerator.Gateway.Tests.ReadAhead;

/// <summary>How long the server's replies are used.</summary>
public sealed class ConfirmationTests
{
    private static readonly FtpPath File = FtpPath.FromText("/f", Encoding.UTF8);

    private readonly FakeTime _time = new();

    [Fact]
    public void A_reply_is_used_for_its_time_and_not_for_a_file_that_was_fetched_later()
    {
        var known = Open();
        var facts = Facts();
        known.Add(File, facts, known.Epoch);
        _time.Advance(TimeSpan.FromSeconds(5));
        Assert.Same(facts, known.Fresh(File));
        Assert.Same(facts, known.Fresh(File, facts.At));
        Assert.Null(known.Fresh(File, facts.At + 1));
        _time.Advance(TimeSpan.FromTicks(1));
        Assert.Null(known.Fresh(File));
    }

    [Fact]
    public void A_reply_to_a_question_from_before_a_change_is_dropped()
    {
        var known = Open();
        var epoch = known.Epoch;
        known.Add(File, Facts(), epoch);
        known.ForgetAll();
        Assert.Null(known.Fresh(File));
        known.Add(File, Facts(), epoch);
        Assert.Null(known.Fresh(File));
    }

    [Theory]
    [InlineData("213 1000", "213 20260102030405", true)]
    [InlineData("213 1000", "213 20260102030405.123", true)]
    [InlineData("550 none", "213 20260102030405", false)]
    [InlineData("213 1000", "500 what?", false)]
    [InlineData("213 many", "213 20260102030405", false)]
    [InlineData("213 -1", "213 20260102030405", false)]
    [InlineData("213 1000", "213 yesterday", false)]
    public void Only_a_size_and_a_time_are_facts(string size, string modified, bool areFacts) =>
        Assert.Equal(areFacts, FileFacts.Read(Reply(size), Reply(modified), at: 0) is not null);

    // A question needs a login; these tests ask none.
    private Confirmations Open() => new(null!, TimeSpan.FromSeconds(5), _time, default);

    private FileFacts Facts() => FileFacts.Read(Reply("213 1000"), Reply("213 20260102030405"), _time.GetTimestamp())!;

    private static FtpReply Reply(string line) => new(int.Parse(line[..3]), [line[4..]]);
}
