using Accelerator.Engine.Sites;
using Accelerator.TestKit;

namespace Accelerator.Engine.Tests.Sites;

/// <summary>What the gate counts, and how long it tells a stream to wait.</summary>
public sealed class SiteGateRuleTests
{
    private static readonly TimeSpan Idle = TimeSpan.FromMilliseconds(50);

    private readonly FakeTime _time = new();

    [Fact]
    public void Every_connection_is_counted_where_it_stands()
    {
        var gate = new SiteGate(cap: 8, _time);
        Assert.Equal((true, 0, 0), (gate.IsEmpty, gate.Ungreeted, gate.Standing));
        Enter(gate, 2);
        Assert.Equal((false, 2, 0), (gate.IsEmpty, gate.Ungreeted, gate.Standing));
        gate.Greeted();
        Assert.Equal((false, 1, 0), (gate.IsEmpty, gate.Ungreeted, gate.Standing));
        gate.Opened();
        Assert.Equal((false, 1, 1), (gate.IsEmpty, gate.Ungreeted, gate.Standing));
        gate.Failed(greeted: false);
        Assert.Equal((false, 0, 1), (gate.IsEmpty, gate.Ungreeted, gate.Standing));
        gate.Closed(byLimit: false);
        Assert.Equal((true, 0, 0), (gate.IsEmpty, gate.Ungreeted, gate.Standing));
    }

    [Fact]
    public void Who_fails_after_the_greeting_was_not_waiting_for_it_any_more()
    {
        var gate = new SiteGate(cap: 8, _time);
        Enter(gate, 3);
        gate.Greeted();
        gate.Failed(greeted: true);
        Assert.Equal(2, gate.Ungreeted);
        gate.Greeted();
        gate.Refused(greeted: true);
        Assert.Equal(1, gate.Ungreeted);
        gate.Refused(greeted: false);
        Assert.Equal((0, true), (gate.Ungreeted, gate.IsEmpty));
    }

    [Fact]
    public void Failures_and_refusals_are_forgotten_when_a_session_gets_in()
    {
        var gate = new SiteGate(cap: 8, _time);
        Enter(gate, 4);
        gate.Failed(greeted: false);
        gate.Failed(greeted: false);
        gate.Refused(greeted: false);
        Assert.Equal((2, 1, false), (gate.Failures, gate.Refusals, gate.HasStood));

        gate.Greeted();
        gate.Opened();

        Assert.Equal((0, 0, true), (gate.Failures, gate.Refusals, gate.HasStood));
    }

    [Fact]
    public void A_ceiling_is_settled_when_nobody_is_on_the_way_in_any_more()
    {
        var gate = new SiteGate(cap: 8, _time);
        Open(gate, 1);
        Enter(gate, 2);
        gate.Refused(greeted: false);
        Assert.Equal((1, int.MaxValue), (gate.Ceiling, gate.SettledCeiling));

        gate.Greeted();
        gate.Opened();

        Assert.Equal((2, 2), (gate.Ceiling, gate.SettledCeiling));
    }

    [Fact]
    public void At_the_users_cap_it_is_asked_again_after_50_ms()
    {
        var gate = new SiteGate(cap: 1, _time);
        Enter(gate, 1);
        _time.Advance(TimeSpan.FromSeconds(1));

        Assert.Equal(Idle, gate.TryEnter());
    }

    [Fact]
    public void The_rest_of_the_20_ms_between_connects_is_waited_for()
    {
        var gate = new SiteGate(cap: 8, _time);
        Enter(gate, 1);

        _time.Advance(TimeSpan.FromMilliseconds(6));

        Assert.Equal(TimeSpan.FromMilliseconds(14), gate.TryEnter());
    }

    [Fact]
    public void With_five_that_wait_for_the_first_greeting_it_is_asked_again_after_5_ms()
    {
        var gate = new SiteGate(cap: 8, _time);
        Enter(gate, 5);
        _time.Advance(RampPolicy.Spacing);

        Assert.Equal(TimeSpan.FromMilliseconds(5), gate.TryEnter());
    }

    [Fact]
    public void While_it_cools_down_it_is_asked_again_after_a_fifth_of_a_second_or_the_rest_of_it()
    {
        var gate = new SiteGate(cap: 8, _time);
        Open(gate, 1);
        gate.Recall(1, TimeSpan.FromSeconds(1));

        Assert.Equal(TimeSpan.FromMilliseconds(200), gate.TryEnter());
        _time.Advance(TimeSpan.FromMilliseconds(940));
        Assert.Equal(TimeSpan.FromMilliseconds(60), gate.TryEnter());
        _time.Advance(TimeSpan.FromMilliseconds(60));
        Assert.Null(gate.TryEnter());
        Assert.Equal(Idle, gate.TryEnter());
    }

    [Fact]
    public void Below_a_recalled_ceiling_nothing_cools_down()
    {
        var gate = new SiteGate(cap: 8, _time);
        gate.Recall(2, TimeSpan.FromMinutes(1));
        Enter(gate, 2);
        _time.Advance(RampPolicy.Spacing);

        Assert.Equal(TimeSpan.FromMilliseconds(200), gate.TryEnter());
    }

    [Fact]
    public void A_recalled_ceiling_lets_one_in_at_least()
    {
        var gate = new SiteGate(cap: 8, _time);
        gate.Recall(0, TimeSpan.FromMinutes(1));

        Assert.Equal(1, gate.Ceiling);
        Assert.Null(gate.TryEnter());
    }

    [Fact]
    public void Once_a_connection_has_failed_and_nobody_has_ever_got_in_they_try_one_by_one()
    {
        var gate = new SiteGate(cap: 8, _time);
        Enter(gate, 2);
        _time.Advance(RampPolicy.Spacing);
        gate.Failed(greeted: false);
        Assert.Equal(Idle, gate.TryEnter());

        gate.Failed(greeted: false);
        Enter(gate, 1);
        _time.Advance(RampPolicy.Spacing);
        Assert.Equal(Idle, gate.TryEnter());

        gate.Greeted();
        gate.Opened();
        Enter(gate, 1);
        gate.Failed(greeted: false);
        Enter(gate, 2);
    }

    [Fact]
    public void A_session_that_ends_by_itself_lowers_nothing()
    {
        var gate = new SiteGate(cap: 8, _time);
        Open(gate, 2);

        gate.Closed(byLimit: false);

        Assert.Equal((1, int.MaxValue, 0), (gate.Standing, gate.Ceiling, gate.Refusals));
    }

    [Fact]
    public void A_server_that_refused_the_first_one_is_full_until_one_gets_in()
    {
        var gate = new SiteGate(cap: 8, _time);
        Enter(gate, 1);
        gate.Refused(greeted: false);
        Assert.Equal(1, gate.Ceiling);
        _time.Advance(TimeSpan.FromMilliseconds(749));
        Assert.NotNull(gate.TryEnter());
        _time.Advance(TimeSpan.FromMilliseconds(502));
        Open(gate, 1);
        gate.Closed(byLimit: false);

        // Nobody stands now, and the place of the one that did is free at once.
        Enter(gate, 1);
    }

    [Fact]
    public void A_server_that_is_full_stays_full_when_it_refuses_again()
    {
        var gate = new SiteGate(cap: 8, _time);
        Enter(gate, 2);
        gate.Refused(greeted: false);
        gate.Refused(greeted: false);

        Assert.Equal(TimeSpan.FromMilliseconds(200), gate.TryEnter());
    }

    [Fact]
    public void The_ceiling_never_rises_by_a_refusal()
    {
        var gate = new SiteGate(cap: 8, _time);
        gate.Recall(1, TimeSpan.Zero);
        Open(gate, 1);
        Enter(gate, 1);
        gate.Refused(greeted: false);

        Assert.Equal(1, gate.Ceiling);
    }

    private void Enter(SiteGate gate, int count)
    {
        for (var i = 0; i < count; i++)
        {
            _time.Advance(RampPolicy.Spacing);
            Assert.Null(gate.TryEnter());
        }
    }

    private void Open(SiteGate gate, int count)
    {
        for (var i = 0; i < count; i++)
        {
            Enter(gate, 1);
            gate.Greeted();
            gate.Opened();
        }
    }
}
