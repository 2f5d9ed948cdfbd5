namespace Accelerator.Service.Tests.Alerts;

public sealed class AlertDigestTests
{
    private static readonly DateTimeOffset Noon = new(2026, 11, 20, 12, 0, 0, TimeSpan.Zero);

    private readonly AlertDigest _digest = new(after: TimeSpan.FromMinutes(1), every: TimeSpan.FromMinutes(15));

    [Fact]
    public void A_brief_incident_is_not_reported_and_a_lasting_one_is_reported_once()
    {
        var incident = Incident("server a", at: 0);
        Assert.Null(_digest.Due([incident], [], At(0.9)));
        Assert.Equal([incident.Incident], Notify([incident], At(1)).Began);
        Assert.Null(_digest.Due([incident], [], At(500)));
        Assert.Null(_digest.Due([Incident("server a", at: 0, "another sentence")], [], At(501)));
    }

    [Fact]
    public void The_end_of_an_incident_is_reported_only_if_its_start_was_reported()
    {
        Notify([Incident("server a", at: 0)], At(1));
        Assert.Null(_digest.Due([], [], At(2)));
        Assert.Equal("server a", Assert.Single(Notify([Incident("server b", at: 15.9)], At(16)).Over).About);
        Assert.Null(_digest.Due([], [], At(40)));
        Assert.Null(_digest.Due([Incident("server a", at: 41)], [], At(60.9)));
        Assert.Equal("server a", Assert.Single(Notify([Incident("server a", at: 41)], At(61)).Began).About);
    }

    [Fact]
    public void An_end_that_becomes_due_while_a_message_is_sent_is_part_of_the_next_one()
    {
        Notify([Incident("server a", at: 0)], At(1));
        Assert.Null(_digest.Due([], [], At(15.5)));
        var news = _digest.Due([Incident("server b", at: 14)], [], At(16))!;
        Assert.Empty(news.Over);
        // Sending took 45 s; after 30 of them, server a had been well for a minute.
        _digest.Notified(news, At(16.75));
        Assert.Null(_digest.Due([Incident("server b", at: 14)], [], At(31.7)));
        Assert.Equal("server a", Assert.Single(Notify([Incident("server b", at: 14)], At(31.75)).Over).About);
        Assert.Null(_digest.Due([Incident("server b", at: 14)], [], At(60)));
    }

    [Fact]
    public void What_happens_within_fifteen_minutes_is_one_message()
    {
        Notify([Incident("ledger", at: 0)], At(1));
        AlertCause[] all = [Incident("ledger", at: 0), Incident("server a", at: 2), Incident("server b", at: 3)];
        Assert.Null(_digest.Due(all, [Failure(1)], At(15.9)));
        var news = Notify(all, At(16), Failure(1));
        Assert.Equal((2, 0, 1, 0), (news.Began.Count, news.Over.Count, news.Failures.Count, news.MoreFailures));
    }

    [Fact]
    public void A_thousand_files_are_twenty_sentences_and_a_number()
    {
        var files = Enumerable.Range(0, 1000).Select(Failure).ToList();
        var news = _digest.Due([], files, At(0))!;
        Assert.Equal((20, 980, "file 0", 1000), (news.Failures.Count, news.MoreFailures, news.Failures[0].Message, news.Reported.Count));
        _digest.Notified(news, At(0));
        Assert.All(files, file => Assert.True(_digest.HasReported(file.Key)));
        // An event during the sending is part of the next message. The others are still pending, because another receiver has not got them.
        var next = _digest.Due([], [.. files, Failure(1000)], At(15))!;
        Assert.Equal(("file 1000", 0), (Assert.Single(next.Failures).Message, next.MoreFailures));
    }

    [Fact]
    public void Unsent_failures_are_sent_together_with_new_ones()
    {
        Assert.NotNull(_digest.Due([], [Failure(1)], At(0)));
        _digest.SendFailed(At(0), TimeSpan.FromMinutes(1));
        Assert.Null(_digest.Due([], [Failure(1), Failure(2)], At(0.9)));
        Assert.Equal(["file 1", "file 2"], _digest.Due([], [Failure(1), Failure(2)], At(1))!.Failures.Select(failure => failure.Message));
    }

    [Fact]
    public void A_file_that_fails_again_after_a_retry_is_reported_again()
    {
        Notify([], At(0), Failure(1));
        var again = Failure(1) with { Key = new FailureKey(IsEffect: false, 1, Epoch: 2) };
        Assert.Equal("file 1", Assert.Single(Notify([], At(15), again).Failures).Message);
        _digest.Keep([]);
        Assert.False(_digest.HasReported(again.Key));
    }

    private AlertNews Notify(IReadOnlyList<AlertCause> standing, DateTimeOffset now, params IReadOnlyList<PendingAlert> pending)
    {
        var news = _digest.Due(standing, pending, now);
        Assert.NotNull(news);
        _digest.Notified(news, now);
        return news;
    }

    private static AlertCause Incident(string about, double at, string message = "It does not answer.") => new(about, new OpenIncident(about, message, At(at)));

    private static PendingAlert Failure(int number) => new(new FailureKey(IsEffect: false, number, Epoch: 1), "passes", $"file {number}", Noon);

    private static DateTimeOffset At(double minute) => Noon.AddMinutes(minute);
}
