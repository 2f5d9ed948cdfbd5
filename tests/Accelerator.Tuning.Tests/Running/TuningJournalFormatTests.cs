namespace Accelerator.Tuning.Tests.Running;

public sealed class TuningJournalFormatTests
{
    private const string Step = """{ "target": "tcp.rss", "known_before": true, "before": null, "after": "enabled", "state": "Verified" }""";

    [Fact]
    public void A_journal_comes_back_and_can_be_read_by_people()
    {
        var journal = new TuningJournal("j", "mine", "here", [new JournalStep("tcp.rss", new PriorValue(true, "disabled"), "enabled", StepState.Writing), new JournalStep("tcp.rack", new PriorValue(false, null), "default", StepState.Unverified)])
        {
            ConfirmBy = new DateTimeOffset(2026, 1, 2, 3, 9, 5, TimeSpan.Zero),
        };
        var written = TuningJournalFormat.Write(journal);
        Assert.Contains("\n  \"profile\": \"mine\",", Encoding.UTF8.GetString(written).ReplaceLineEndings("\n"), StringComparison.Ordinal);
        var read = TuningJournalFormat.Read(written);
        Assert.Equal((journal.Id, journal.Profile, journal.Computer, journal.ConfirmBy), (read.Id, read.Profile, read.Computer, read.ConfirmBy));
        Assert.Equal(journal.Steps, read.Steps);
        Assert.Null(Read($$"""{ "id": "j", "profile": "p", "computer": "c", "steps": [{{Step}}] }""").ConfirmBy);
    }

    [Theory]
    [InlineData("", "This is not a tuning journal.")]
    [InlineData("[]", "This is not a tuning journal.")]
    [InlineData("""{ "profile": "p", "computer": "c", "steps": [] }""", "This is not a tuning journal.")]
    [InlineData("""{ "id": 1, "profile": "p", "computer": "c", "steps": [] }""", "This is not a tuning journal.")]
    [InlineData("""{ "id": null, "profile": "p", "computer": "c", "steps": [] }""", "The journal's id is missing.")]
    [InlineData("""{ "id": "j", "profile": "p", "computer": "c", "steps": {} }""", "This is not a tuning journal.")]
    [InlineData("""{ "id": "j", "profile": "p", "computer": "c", "confirm_by": "soon", "steps": [] }""", "The journal's confirm_by is no time.")]
    [InlineData("""{ "id": "j", "profile": "p", "computer": "c", "steps": [{ "target": "tcp.rss" }] }""", "This is not a tuning journal.")]
    [InlineData("""{ "id": "j", "profile": "p", "computer": "c", "steps": [{ "target": "t", "known_before": true, "before": null, "after": "a", "state": "Done" }] }""", "A step of the journal is in no state that is known.")]
    [InlineData("""{ "id": "j", "profile": "p", "computer": "c", "steps": [{ "target": "t", "known_before": true, "before": null, "after": "a", "state": "99" }] }""", "A step of the journal is in no state that is known.")]
    public void A_file_that_is_not_a_journal_is_refused(string text, string message) =>
        Assert.Equal(message, Assert.Throws<FormatException>(() => Read(text)).Message);

    [Fact]
    public void A_value_that_may_have_been_written_and_is_not_set_back_counts_as_in_force() => Assert.All(
        ((StepState, bool)[])
        [
            (StepState.Planned, false), (StepState.Writing, true), (StepState.Verified, true), (StepState.Unverified, true), (StepState.Restored, false), (StepState.NotRestored, true),
        ],
        pair => Assert.Equal(pair.Item2, new TuningJournal("j", "p", "c", [AnyStep(pair.Item1), AnyStep(StepState.Planned)]).IsInForce));

    private static JournalStep AnyStep(StepState state) => new("t", new PriorValue(true, null), "a", state);

    private static TuningJournal Read(string text) => TuningJournalFormat.Read(Encoding.UTF8.GetBytes(text));
}
