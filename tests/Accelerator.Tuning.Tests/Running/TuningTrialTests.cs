namespace Accelerator.Tuning.Tests.Running;

public sealed class TuningTrialTests
{
    private static readonly AdapterFacts Adapter = new("{A}", "Some adapter", "0001") { Link = new LinkFacts("{a}", "이더넷", 12) { IsUp = true } };
    private static readonly TuningJournal Journal = new("j", "mine", "here", [new JournalStep("nic.rss@0001", new PriorValue(true, "disabled"), "enabled", StepState.Verified)]);

    private readonly MemoryJournalStore _journals = new();
    private readonly FakeTrialMachine _machine = new();

    [Fact]
    public async Task The_timer_runs_before_any_adapter_is_restarted()
    {
        var tried = await Trial().BeginAsync(Journal, TimeSpan.FromMinutes(5), CancellationToken.None);
        Assert.Equal(new DateTimeOffset(2026, 1, 2, 3, 9, 5, TimeSpan.Zero), tried.ConfirmBy);
        Assert.Equal(tried.ConfirmBy, Assert.Single(_journals.Load()).ConfirmBy);
        Assert.Empty(await Trial().RestartAsync([Adapter], CancellationToken.None));
        Assert.Equal(["start j 03:09:05", "restart {A}"], _machine.Calls);
        Assert.True(await Trial().ConfirmAsync(tried, CancellationToken.None));
        Assert.Null(Assert.Single(_journals.Load()).ConfirmBy);
    }

    [Fact]
    public async Task Without_a_timer_nothing_is_tried()
    {
        _machine.HasTimer = false;
        await Assert.ThrowsAsync<SettingWriteException>(() => Trial().BeginAsync(Journal, TimeSpan.FromMinutes(5), CancellationToken.None));
        _journals.FullAt = _journals.Saves + 1;
        var refused = await Assert.ThrowsAsync<SettingWriteException>(() => Trial().BeginAsync(Journal, TimeSpan.FromMinutes(5), CancellationToken.None));
        Assert.Equal("The journal could not be written (The disk is full), so no adapter was restarted.", refused.Message);
    }

    [Theory]
    [InlineData(0, null)]
    [InlineData(40, null)]
    [InlineData(59, null)]
    [InlineData(60, "Some adapter was restarted, and its link did not come back within 60 s.")]
    [InlineData(90, "Some adapter was restarted, and its link did not come back within 60 s.")]
    public async Task The_link_is_waited_for(int looks, string? problem)
    {
        _machine.LooksUntilUp = looks;
        Assert.Equal(problem is null ? [] : [problem], await Trial().RestartAsync([Adapter], CancellationToken.None));
    }

    [Fact]
    public async Task A_link_that_was_down_before_is_not_waited_for()
    {
        _machine.LooksUntilUp = 90;
        Assert.Empty(await Trial().RestartAsync([Adapter with { Link = Adapter.Link! with { IsUp = false } }, Adapter with { Link = null }], CancellationToken.None));
    }

    [Fact]
    public async Task A_refused_restart_is_reported_and_the_others_are_made()
    {
        _machine.Refuses = "{A}";
        Assert.Equal(["{A} was refused."], await Trial().RestartAsync([Adapter, Adapter with { Id = "{B}", Link = null }], CancellationToken.None));
        Assert.Equal(["restart {A}", "restart {B}"], _machine.Calls);
    }

    private TuningTrial Trial() => new(_journals, _machine, _machine, _machine.Links, _machine);
}
