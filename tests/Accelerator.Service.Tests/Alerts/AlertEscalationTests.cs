namespace Accelerator.Service.Tests.Alerts;

/// <summary>The further receivers of problems that last.</summary>
public sealed class AlertEscalationTests
{
    private static readonly DateTimeOffset Noon = new(2026, 11, 20, 12, 0, 0, TimeSpan.Zero);

    [Fact]
    public void Only_a_problem_that_lasts_is_escalated_also_in_quiet_hours_and_without_files()
    {
        using var folder = new TempFolder();
        var always = new ClockWindow(Enum.GetValues<DayOfWeek>().ToHashSet(), new TimeOnly(9, 0), new TimeOnly(18, 0), TimeZoneInfo.Utc);
        var definition = new AlertDefinition(new WebhookDefinition(new Uri("https://alerts.example.org/in"), null), null, TimeSpan.FromMinutes(1), TimeSpan.FromMinutes(15))
        {
            Quiet = [always],
            Escalation = new AlertEscalation(TimeSpan.FromHours(2), new WebhookDefinition(new Uri("https://on-call.example.org/in"), null), null),
        };
        using var vault = new CredentialVault(folder.Path, TimeProvider.System);
        var receivers = ServiceOutputs.Open(definition, vault, "n1", TimeProvider.System, NullLogger.Instance);
        Assert.Equal(2, receivers.Count);
        AlertCause server = new("server a", new OpenIncident("server a", "It does not answer.", Noon));
        PendingAlert file = new(new FailureKey(IsEffect: false, 1, Epoch: 1), "passes", "a.nc", Noon);

        var onCall = receivers[1].Digest;
        Assert.Null(onCall.Due([server], [file], Noon.AddMinutes(119)));
        var news = onCall.Due([server], [file], Noon.AddMinutes(120))!;
        Assert.Equal(("server a", 0), (Assert.Single(news.Began).About, news.Failures.Count));
        onCall.Notified(news, Noon.AddMinutes(120));
        // The end is sent as soon as to the first receiver, not two hours later.
        Assert.Null(onCall.Due([], [file], Noon.AddMinutes(300)));
        Assert.Equal("server a", Assert.Single(onCall.Due([], [file], Noon.AddMinutes(301))!.Over).About);

        // The first receiver has quiet hours.
        Assert.Null(receivers[0].Digest.Due([server], [file], Noon.AddMinutes(120)));
        Assert.Single(receivers[0].Digest.Due([server], [file], Noon.AddHours(7))!.Failures);
    }
}
