namespace Accelerator.Service.Tests.Alerts;

public sealed class AlertDigestTests
{
    private static readonly DateTimeOffset Noon = new(2026, 11, 20, 12, 0, 0, TimeSpan.Zero);

    private readonly AlertDigest _digest = new(after: TimeSpan.FromMinutes(1), every: TimeSpan.FromMinutes(15));

    [Fact]
    public void What_is_wrong_for_a_moment_is_not_told_and_what_lasts_is_told_once()
    {
        var incident = Incident("server a", at: 0);
        Assert.Null(_digest.Due([incident], At(0.9)));
        Assert.Equal([incident], Notify([incident], At(1)).Began);
        Assert.Null(_digest.Due([incident], At(500)));
        Assert.Null(_digest.Due([Incident("server a", at: 0, "another sentence")], At(501)));
    }

    [Fact]
    public void What_was_told_is_told_again_when_it_is_over_and_what_was_not_is_not()
    {
        Notify([Incident("server a", at: 0)], At(1));
        Assert.Null(_digest.Due([], At(2)));
        Assert.Equal("server a", Assert.Single(Notify([Incident("server b", at: 15.9)], At(16)).Over).About);
        Assert.Null(_digest.Due([], At(40)));
        Assert.Equal("server a", Assert.Single(Notify([Incident("server a", at: 41)], At(42)).Began).About);
    }

    [Fact]
    public void What_happens_within_fifteen_minutes_is_one_message()
    {
        Notify([Incident("ledger", at: 0)], At(1));
        _digest.Note(Failure(1));
        OpenIncident[] all = [Incident("ledger", at: 0), Incident("server a", at: 2), Incident("server b", at: 3)];
        Assert.Null(_digest.Due(all, At(15.9)));
        var news = Notify(all, At(16));
        Assert.Equal((2, 0, 1, 0), (news.Began.Count, news.Over.Count, news.Failures.Count, news.MoreFailures));
    }

    [Fact]
    public void A_thousand_files_are_twenty_sentences_and_a_number()
    {
        for (var i = 0; i < 1000; i++) _digest.Note(Failure(i));
        var news = _digest.Due([], At(0))!;
        Assert.Equal((20, 980, "file 0"), (news.Failures.Count, news.MoreFailures, news.Failures[0].Message));
        // An event during the sending is part of the next message.
        _digest.Note(Failure(1000));
        _digest.Notified(news, At(0));
        Assert.Equal((0, 1), _digest.Due([], At(15)) is { } next ? (next.Failures.Count, next.MoreFailures) : default);
    }

    [Fact]
    public void What_did_not_get_there_is_told_with_what_has_come()
    {
        _digest.Note(Failure(1));
        Assert.NotNull(_digest.Due([], At(0)));
        _digest.NotTold(At(0), TimeSpan.FromMinutes(1));
        _digest.Note(Failure(2));
        Assert.Null(_digest.Due([], At(0.9)));
        Assert.Equal(["file 1", "file 2"], _digest.Due([], At(1))!.Failures.Select(failure => failure.Message));
    }

    private AlertNews Notify(IReadOnlyList<OpenIncident> standing, DateTimeOffset now)
    {
        var news = _digest.Due(standing, now);
        Assert.NotNull(news);
        _digest.Notified(news, now);
        return news;
    }

    private static OpenIncident Incident(string about, double at, string message = "It does not answer.") => new(about, message, At(at));

    private static AlertFailure Failure(int number) => new("passes", $"file {number}", Noon);

    private static DateTimeOffset At(double minute) => Noon.AddMinutes(minute);
}
