namespace Accelerator.Jobs.Tests.Delivering;

/// <summary>
/// The conditions under which a server counts as working again. A row lists the events, one per second, and the incident that is still open
/// at the end.
/// </summary>
public sealed class ServerStandingTests
{
    [Theory]
    [InlineData("", null)]
    [InlineData("poll-refused", "poll a")]
    [InlineData("poll-refused poll", null)]
    // A poll of one job does not settle the incident of another.
    [InlineData("poll-refused poll-b", "poll a")]
    [InlineData("poll-refused follow", null)]
    [InlineData("login-refused poll", null)]
    // A listing over the current control and data connections is no evidence about transfers that break.
    [InlineData("broken poll", "broken")]
    // A file that arrives just after a refusal had started before it.
    [InlineData("broken file", "broken")]
    [InlineData("broken poll file run", null)]
    [InlineData("broken wait file", null)]
    [InlineData("broken poll nothing", null)]
    [InlineData("broken poll-refused nothing", "broken")]
    [InlineData("poll-refused wait file", "poll a")]
    [InlineData("copy poll nothing", "copy")]
    [InlineData("copy run", null)]
    public void A_server_works_again_when_the_failed_operation_succeeds(string story, string? sentence)
    {
        var (standing, now) = (new ServerStanding(), DateTimeOffset.UnixEpoch);
        foreach (var word in story.Split(' ', StringSplitOptions.RemoveEmptyEntries))
        {
            now += TimeSpan.FromSeconds(1);
            if (word == "poll-refused") standing.PollFailed("a", FailureKind.Network, "poll a");
            if (word == "poll") standing.PollDone("a");
            if (word == "poll-b") standing.PollDone("b");
            if (word == "follow") standing.Follow(["b"]);
            if (word == "login-refused") standing.TransferFailed(FailureKind.Login, "login", now);
            if (word == "broken") standing.TransferFailed(FailureKind.Network, "broken", now);
            if (word == "copy") standing.TransferFailed(null, "copy", now);
            if (word == "file") standing.Arrived(now);
            if (word == "run") standing.RunDone();
            if (word == "nothing") standing.NothingWaits();
            if (word == "wait") now += ServerStanding.Settle;
        }
        Assert.Equal(sentence, standing.Sentence);
    }
}
