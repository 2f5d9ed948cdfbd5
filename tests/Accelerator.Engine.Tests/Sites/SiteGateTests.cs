using Accelerator.Engine.Sites;
using Accelerator.TestKit;

namespace Accelerator.Engine.Tests.Sites;

public sealed class SiteGateTests
{
    private readonly FakeTime _time = new();

    [Fact]
    public void The_users_cap_is_never_exceeded()
    {
        var gate = new SiteGate(cap: 4, _time);

        Assert.Equal(4, OpenAll(gate, most: 10));
        Assert.NotNull(gate.TryEnter());
    }

    [Fact]
    public void Connects_are_20_ms_apart()
    {
        var gate = new SiteGate(cap: 64, _time);
        Assert.Null(gate.TryEnter());

        Assert.Equal(RampPolicy.Spacing, gate.TryEnter());
        _time.Advance(RampPolicy.Spacing);
        Assert.Null(gate.TryEnter());
    }

    [Fact]
    public void Five_wait_for_the_first_greeting_then_three_until_eight_stand_and_then_eight()
    {
        var gate = new SiteGate(cap: 64, _time);
        Assert.Equal(5, Enter(gate, 10));
        Open(gate, 5);
        Assert.Equal(3, Enter(gate, 10));
        Open(gate, 3);
        Assert.Equal(8, Enter(gate, 20));
    }

    [Fact]
    public void As_many_as_were_let_in_before_come_as_fast_as_connects_may()
    {
        var gate = new SiteGate(cap: 64, _time) { Proven = 12 };
        Assert.Equal(12, Enter(gate, 20));
        Open(gate, 12);
        Assert.Equal(8, Enter(gate, 20));
    }

    private static void Open(SiteGate gate, int count)
    {
        for (var i = 0; i < count; i++)
        {
            gate.Greeted();
            gate.Opened();
        }
    }

    [Fact]
    public void A_refusal_sets_the_ceiling_to_what_stands()
    {
        var gate = new SiteGate(cap: 8, _time);
        OpenAll(gate, most: 3);
        Assert.Equal(int.MaxValue, gate.Ceiling);

        Refuse(gate);

        Assert.Equal(3, gate.Ceiling);
        Assert.Equal(0, Enter(gate, 5));
    }

    [Fact]
    public void A_session_that_was_logging_in_during_the_refusal_raises_the_ceiling_again()
    {
        var gate = new SiteGate(cap: 8, _time);
        Assert.Equal(3, Enter(gate, 3));
        gate.Refused(greeted: false);
        Assert.Equal(1, gate.Ceiling);

        gate.Greeted();
        gate.Opened();
        gate.Greeted();
        gate.Opened();

        Assert.Equal(2, gate.Ceiling);
    }

    [Fact]
    public void After_the_cool_down_one_attempt_is_made_and_no_second_beside_it()
    {
        var gate = new SiteGate(cap: 8, _time);
        OpenAll(gate, most: 3);
        Refuse(gate);

        _time.Advance(TimeSpan.FromSeconds(11));
        Assert.NotNull(gate.TryEnter());
        _time.Advance(TimeSpan.FromSeconds(9));
        Assert.Null(gate.TryEnter());
        _time.Advance(TimeSpan.FromSeconds(1));
        Assert.NotNull(gate.TryEnter());
    }

    [Fact]
    public void Each_refusal_in_a_row_doubles_the_cool_down_up_to_five_minutes()
    {
        var gate = new SiteGate(cap: 8, _time);
        OpenAll(gate, most: 3);
        var attempts = 0;
        for (var second = 0; second < 3600; second++)
        {
            if (gate.TryEnter() is null)
            {
                attempts++;
                gate.Refused(greeted: false);
            }
            _time.Advance(TimeSpan.FromSeconds(1));
        }

        // 15 + 30 + 60 + 120 + 240 s, then every 300, a quarter more or less.
        Assert.InRange(attempts, 10, 21);
    }

    [Fact]
    public void A_session_that_is_lost_below_the_ceiling_is_replaced_at_once()
    {
        var gate = new SiteGate(cap: 8, _time);
        OpenAll(gate, most: 3);
        Refuse(gate);
        _time.Advance(TimeSpan.FromSeconds(1));

        gate.Closed(byLimit: false);

        Assert.Null(gate.TryEnter());
    }

    [Fact]
    public void When_all_sessions_are_lost_they_are_replaced_at_once_up_to_the_ceiling()
    {
        var gate = new SiteGate(cap: 8, _time);
        OpenAll(gate, most: 3);
        Refuse(gate);
        _time.Advance(TimeSpan.FromSeconds(1));
        for (var i = 0; i < 3; i++) gate.Closed(byLimit: false);

        Assert.Equal(3, OpenAll(gate, most: 8));
    }

    [Fact]
    public void A_server_that_is_full_of_others_is_asked_once_a_cool_down()
    {
        var gate = new SiteGate(cap: 8, _time);
        Refuse(gate);

        Assert.NotNull(gate.TryEnter());
        _time.Advance(TimeSpan.FromSeconds(1.3));
        Assert.Null(gate.TryEnter());
        Assert.NotNull(gate.TryEnter());
        Assert.Equal(1, gate.Refusals);
        Assert.False(gate.HasStood);
    }

    [Fact]
    public void A_server_that_has_room_again_is_used_in_full()
    {
        var gate = new SiteGate(cap: 8, _time);
        Refuse(gate);
        _time.Advance(TimeSpan.FromSeconds(2));
        Assert.Equal(1, OpenAll(gate, most: 1));

        _time.Advance(TimeSpan.FromSeconds(20));
        Assert.Null(gate.TryEnter());
        gate.Greeted();
        gate.Opened();

        Assert.Equal(2, gate.Ceiling);
        Assert.Equal(0, gate.Refusals);
        Assert.True(gate.HasStood);
    }

    [Fact]
    public void A_session_that_the_server_ends_for_its_limit_lowers_the_ceiling()
    {
        var gate = new SiteGate(cap: 8, _time);
        OpenAll(gate, most: 5);

        gate.Closed(byLimit: true);
        gate.Closed(byLimit: true);

        Assert.Equal((3, 3), (gate.Standing, gate.Ceiling));
    }

    [Fact]
    public void A_refused_transfer_is_no_limit_when_more_of_them_flow_at_once_once_the_others_are_in()
    {
        var gate = new SiteGate(cap: 8, _time);
        OpenAll(gate, most: 2);
        Assert.Equal(3, Enter(gate, 3));
        Transfer(gate, 1);
        gate.RefusedData();
        Assert.Equal(1, gate.Ceiling);
        Assert.Equal(0, Enter(gate, 3));

        Open(gate, 3);
        Assert.Equal(4, gate.Ceiling);
        Transfer(gate, 1);

        Assert.Equal(int.MaxValue, gate.Ceiling);
        Assert.Equal(4, OpenAll(gate, most: 8));
    }

    [Fact]
    public void A_limit_that_the_attempt_after_the_cool_down_confirms_holds_though_more_transfers_flow_for_a_moment()
    {
        var gate = new SiteGate(cap: 8, _time);
        OpenAll(gate, most: 4);
        Transfer(gate, 3);
        gate.RefusedData();
        Assert.Equal(3, gate.Ceiling);

        _time.Advance(TimeSpan.FromSeconds(20));
        Assert.Equal(1, OpenAll(gate, most: 1));
        // The one that ends there is still under way here.
        Transfer(gate, 1);
        gate.RefusedData();

        Assert.Equal((3, 0), (gate.Ceiling, Enter(gate, 5)));
    }

    [Fact]
    public void A_refused_transfer_is_a_limit_as_long_as_no_more_of_them_flow_than_were_asked_for_then()
    {
        var gate = new SiteGate(cap: 8, _time);
        OpenAll(gate, most: 3);
        Enter(gate, 1);
        // One flows, and one is asked for and has not brought a byte.
        Transfer(gate, 1);
        gate.Asked();
        gate.RefusedData();
        gate.Flows();
        gate.LetGo(flowed: true);
        Transfer(gate, 1);

        Assert.Equal(2, gate.Ceiling);
    }

    [Fact]
    public void A_refused_login_is_a_limit_whatever_flows()
    {
        var gate = new SiteGate(cap: 8, _time);
        OpenAll(gate, most: 2);
        Enter(gate, 2);
        gate.RefusedData();
        gate.Refused(greeted: false);
        Transfer(gate, 3);

        Assert.Equal(1, gate.Ceiling);
    }

    private static void Transfer(SiteGate gate, int count)
    {
        for (var i = 0; i < count; i++)
        {
            gate.Asked();
            gate.Flows();
        }
    }

    [Fact]
    public void A_connection_that_fails_for_another_reason_gives_its_place_back()
    {
        var gate = new SiteGate(cap: 1, _time);
        Assert.Null(gate.TryEnter());
        gate.Failed(greeted: false);
        _time.Advance(RampPolicy.Spacing);
        Assert.Null(gate.TryEnter());
        gate.Greeted();
        gate.Failed(greeted: true);
        _time.Advance(RampPolicy.Spacing);

        Assert.Null(gate.TryEnter());
        Assert.Equal(int.MaxValue, gate.Ceiling);
    }

    [Fact]
    public void A_recalled_ceiling_that_still_holds_costs_one_refusal_and_none_before_its_cool_down()
    {
        var gate = new SiteGate(cap: 16, _time);
        gate.Recall(6, TimeSpan.FromMinutes(1));
        Assert.Equal(6, OpenAll(gate, most: 16));
        Assert.Equal(6, gate.Ceiling);

        _time.Advance(TimeSpan.FromMinutes(1));
        Refuse(gate);
        Assert.Equal(0, Enter(gate, 10));
        Assert.Equal((6, 1), (gate.Ceiling, gate.Refusals));
    }

    [Fact]
    public void A_recalled_ceiling_that_is_too_low_is_left_behind()
    {
        var gate = new SiteGate(cap: 16, _time);
        gate.Recall(2, TimeSpan.Zero);
        Assert.Equal(16, OpenAll(gate, most: 20));
    }

    [Fact]
    public void Above_a_recalled_ceiling_one_attempt_is_made_at_a_time()
    {
        var gate = new SiteGate(cap: 16, _time);
        gate.Recall(2, TimeSpan.Zero);
        Assert.Equal(2, OpenAll(gate, most: 2));
        Assert.Equal(1, Enter(gate, 10));
    }

    [Fact]
    public void A_recalled_ceiling_that_is_too_high_makes_room_for_the_real_one()
    {
        var gate = new SiteGate(cap: 16, _time);
        gate.Recall(12, TimeSpan.FromMinutes(1));
        Assert.Equal(3, OpenAll(gate, most: 3));
        Refuse(gate);
        Assert.Equal(3, gate.Ceiling);
    }

    [Fact]
    public void A_ceiling_recalled_late_is_not_below_what_stands()
    {
        var gate = new SiteGate(cap: 16, _time);
        Assert.Equal(3, OpenAll(gate, most: 3));
        gate.Recall(1, TimeSpan.FromMinutes(1));
        Assert.Equal(3, gate.Ceiling);
    }

    private void Refuse(SiteGate gate)
    {
        _time.Advance(RampPolicy.Spacing);
        Assert.Null(gate.TryEnter());
        gate.Refused(greeted: false);
    }

    private int Enter(SiteGate gate, int most)
    {
        var entered = 0;
        for (var i = 0; i < most; i++)
        {
            _time.Advance(RampPolicy.Spacing);
            if (gate.TryEnter() is null) entered++;
        }
        return entered;
    }

    private int OpenAll(SiteGate gate, int most)
    {
        var opened = 0;
        for (var i = 0; i < most; i++)
        {
            _time.Advance(RampPolicy.Spacing);
            if (gate.TryEnter() is not null) break;
            gate.Greeted();
            gate.Opened();
            opened++;
        }
        return opened;
    }
}
