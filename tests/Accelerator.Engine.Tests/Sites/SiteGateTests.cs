namespace Accelerator.Engine.Tests.Sites;

public sealed class SiteGateTests : SiteGateFixture
{
    [Fact]
    public void The_users_cap_is_never_exceeded_and_asked_for_again_after_50_ms()
    {
        Gate = NewGate(cap: 4);
        Assert.Equal(4, Open(10));
        Time.Advance(TimeSpan.FromSeconds(1));
        Assert.Equal(TimeSpan.FromMilliseconds(50), Gate.TryEnter());
    }

    [Fact]
    public void Connects_are_20_ms_apart()
    {
        Assert.Null(Gate.TryEnter());
        Assert.Equal(TimeSpan.FromMilliseconds(20), Gate.TryEnter());
        Time.Advance(TimeSpan.FromMilliseconds(6));
        Assert.Equal(TimeSpan.FromMilliseconds(14), Gate.TryEnter());
        Time.Advance(TimeSpan.FromMilliseconds(14));
        Assert.Null(Gate.TryEnter());
    }

    [Fact]
    public void Four_connections_wait_for_the_first_greeting_then_three_at_a_time()
    {
        Gate = NewGate(cap: 64);
        Assert.Equal(4, Enter(10));
        Assert.Equal(TimeSpan.FromMilliseconds(5), Gate.TryEnter());
        LogIn(4);
        Assert.Equal(3, Enter(10));
        LogIn(3);
        Assert.Equal(3, Enter(20));
    }

    [Fact]
    public void A_connection_is_let_in_from_its_greeting_on()
    {
        Gate = NewGate(cap: 64);
        Enter(3);
        Assert.Equal(0, Gate.LetIn);
        Gate.Greeted();
        Assert.Equal((1, 0), (Gate.LetIn, Gate.Standing));
        Gate.Opened();
        Assert.Equal((1, 1), (Gate.LetIn, Gate.Standing));
        Gate.Refused(greeted: false);
        Gate.Greeted();
        Gate.Failed(greeted: true);
        Assert.Equal(1, Gate.LetIn);
    }

    [Fact]
    public void As_many_as_were_let_in_before_come_as_fast_as_connects_may()
    {
        Gate = NewGate(cap: 64, proven: 12);
        Assert.Equal(12, Enter(20));
        LogIn(12);
        Assert.Equal(3, Enter(20));
    }

    [Theory]
    [InlineData(null, int.MaxValue)]
    // A stored ceiling that is too high is replaced by the measured one.
    [InlineData(12, 12)]
    public void A_refusal_sets_the_ceiling_to_the_open_sessions(int? recalled, int before)
    {
        if (recalled is { } ceiling) Gate.Recall(ceiling, TimeSpan.FromMinutes(1));
        Assert.Equal(3, Open(3));
        Assert.Equal(before, Gate.Ceiling);
        Refuse();
        Assert.Equal(3, Gate.Ceiling);
        Assert.Equal(0, Enter(5));
    }

    [Fact]
    public void A_session_that_was_logging_in_during_the_refusal_raises_the_ceiling_again()
    {
        Assert.Equal(3, Enter(3));
        Gate.Refused(greeted: false);
        Assert.Equal(1, Gate.Ceiling);
        LogIn(2);
        Assert.Equal(2, Gate.Ceiling);
    }

    [Fact]
    public void After_the_cool_down_one_attempt_is_made_and_no_second_beside_it()
    {
        Open(3);
        Refuse();
        Time.Advance(TimeSpan.FromSeconds(11));
        Assert.NotNull(Gate.TryEnter());
        Time.Advance(TimeSpan.FromSeconds(9));
        Assert.Null(Gate.TryEnter());
        Time.Advance(TimeSpan.FromSeconds(1));
        Assert.NotNull(Gate.TryEnter());
    }

    [Theory]
    // The last of four connections is let in, and the cool-down is one beside an open session.
    [InlineData(true, 45, 75)]
    // It fails for another reason, and the cool-down is that of a server without a session.
    [InlineData(false, 3, 5)]
    public void The_cool_down_of_refusals_before_the_first_greeting_depends_on_the_other_connections(bool isLetIn, int least, int most)
    {
        Assert.Equal(4, Enter(4));
        for (var i = 0; i < 3; i++) Gate.Refused(greeted: false);
        if (isLetIn) LogIn(1);
        else Gate.Failed(greeted: false);

        Time.Advance(TimeSpan.FromSeconds(least));
        Assert.NotNull(Gate.TryEnter());
        Time.Advance(TimeSpan.FromSeconds(most - least));
        Assert.Null(Gate.TryEnter());
    }

    [Fact]
    public void Each_refusal_in_a_row_doubles_the_cool_down_up_to_five_minutes()
    {
        Open(3);
        var attempts = 0;
        for (var second = 0; second < 3600; second++)
        {
            if (Gate.TryEnter() is null)
            {
                attempts++;
                Gate.Refused(greeted: false);
            }
            Time.Advance(TimeSpan.FromSeconds(1));
        }

        // 15 + 30 + 60 + 120 + 240 s, then every 300 s, each varied by up to a quarter.
        Assert.InRange(attempts, 10, 21);
    }

    [Theory]
    [Each(1, 3)]
    public void Sessions_that_are_lost_are_replaced_at_once_up_to_the_ceiling(int lost)
    {
        Open(3);
        Refuse();
        Time.Advance(TimeSpan.FromSeconds(1));
        for (var i = 0; i < lost; i++) Gate.Closed(byLimit: false);
        Assert.Null(Gate.TryEnter());
        LogIn(1);
        Assert.Equal(lost - 1, Open(8));
    }

    [Fact]
    public void A_server_that_is_full_of_others_is_asked_once_a_cool_down()
    {
        Refuse();
        Assert.NotNull(Gate.TryEnter());
        Time.Advance(TimeSpan.FromSeconds(1.3));
        Assert.Null(Gate.TryEnter());
        Assert.NotNull(Gate.TryEnter());
        Assert.Equal(1, Gate.Refusals);
        Assert.False(Gate.HasStood);
    }

    [Fact]
    public void A_server_that_has_room_again_is_used_in_full()
    {
        Refuse();
        Time.Advance(TimeSpan.FromSeconds(2));
        Assert.Equal(1, Open(1));
        Time.Advance(TimeSpan.FromSeconds(20));
        Assert.Null(Gate.TryEnter());
        LogIn(1);
        Assert.Equal(2, Gate.Ceiling);
        Assert.Equal(0, Gate.Refusals);
        Assert.True(Gate.HasStood);
    }

    [Theory]
    [InlineData(true, 3)]
    [InlineData(false, int.MaxValue)]
    public void A_session_that_the_server_ends_for_its_limit_lowers_the_ceiling_and_one_that_ends_by_itself_does_not(bool byLimit, int ceiling)
    {
        Open(5);
        Gate.Closed(byLimit);
        Gate.Closed(byLimit);
        Assert.Equal((3, ceiling), (Gate.Standing, Gate.Ceiling));
        if (!byLimit) Assert.Equal(0, Gate.Refusals);
    }

    [Fact]
    public void A_refused_transfer_is_no_limit_when_more_of_them_flow_at_once_once_the_others_are_in()
    {
        Open(2);
        Assert.Equal(3, Enter(3));
        Transfer(1);
        Gate.RefusedData();
        Assert.Equal(1, Gate.Ceiling);
        Assert.Equal(0, Enter(3));
        LogIn(3);
        Assert.Equal(4, Gate.Ceiling);
        Transfer(1);
        Assert.Equal(int.MaxValue, Gate.Ceiling);
        Assert.Equal(4, Open(8));
    }

    [Fact]
    public void A_limit_that_the_attempt_after_the_cool_down_confirms_holds_though_more_transfers_flow_for_a_moment()
    {
        Open(4);
        Transfer(3);
        Gate.RefusedData();
        Assert.Equal(3, Gate.Ceiling);
        Time.Advance(TimeSpan.FromSeconds(20));
        Assert.Equal(1, Open(1));
        // One transfer has ended at the server and is still in progress at the client.
        Transfer(1);
        Gate.RefusedData();
        Assert.Equal((3, 0), (Gate.Ceiling, Enter(5)));
    }

    [Fact]
    public void A_refused_transfer_is_a_limit_as_long_as_no_more_of_them_flow_than_were_asked_for_then()
    {
        Open(3);
        Enter(1);
        // One transfer delivers data; another has been requested and has not delivered a byte.
        Transfer(1);
        Gate.Asked();
        Gate.RefusedData();
        Gate.Flows();
        Gate.Ended(flowed: true);
        Transfer(1);
        Assert.Equal(2, Gate.Ceiling);
    }

    [Fact]
    public void A_refused_login_is_a_limit_regardless_of_open_transfers()
    {
        Open(2);
        Enter(2);
        Gate.RefusedData();
        Gate.Refused(greeted: false);
        Transfer(3);
        Assert.Equal(1, Gate.Ceiling);
    }

    [Fact]
    public void A_connection_that_fails_for_another_reason_gives_its_place_back()
    {
        Gate = NewGate(cap: 1);
        Assert.Null(Gate.TryEnter());
        Gate.Failed(greeted: false);
        Time.Advance(RampPolicy.Spacing);
        Assert.Null(Gate.TryEnter());
        Gate.Greeted();
        Gate.Failed(greeted: true);
        Time.Advance(RampPolicy.Spacing);
        Assert.Null(Gate.TryEnter());
        Assert.Equal(int.MaxValue, Gate.Ceiling);
    }

    [Fact]
    public void A_recalled_ceiling_that_still_holds_costs_one_refusal_and_none_before_its_cool_down()
    {
        Gate = NewGate(cap: 16);
        Gate.Recall(6, TimeSpan.FromMinutes(1));
        Assert.Equal(6, Open(16));
        Assert.Equal(6, Gate.Ceiling);
        Time.Advance(TimeSpan.FromMinutes(1));
        Refuse();
        Assert.Equal(0, Enter(10));
        Assert.Equal((6, 1), (Gate.Ceiling, Gate.Refusals));
    }

    [Fact]
    public void Above_a_recalled_ceiling_one_attempt_is_made_at_a_time_and_one_that_is_too_low_is_left_behind()
    {
        Gate = NewGate(cap: 16);
        Gate.Recall(2, TimeSpan.Zero);
        Assert.Equal(2, Open(2));
        Assert.Equal(1, Enter(10));
        LogIn(1);
        Assert.Equal(13, Open(20));
    }

    private void Refuse()
    {
        Time.Advance(RampPolicy.Spacing);
        Assert.Null(Gate.TryEnter());
        Gate.Refused(greeted: false);
    }

    private void Transfer(int count)
    {
        for (var i = 0; i < count; i++)
        {
            Gate.Asked();
            Gate.Flows();
        }
    }

    [Theory]
    [Each(1, 50, 186)]
    public void A_server_that_is_not_known_refuses_at_most_three_whatever_its_limit(int roundTrip)
    {
        for (var limit = 1; limit <= 64; limit++)
        {
            // Some servers wait before they greet, and refuse at once.
            foreach (var delay in (int[])[0, 500])
            {
                var refused = Ramp(limit, roundTrip, delay);
                Assert.True(refused <= 3 && Gate.Standing == limit, $"Limit {limit}, delay {delay} ms: {refused} refused, {Gate.Standing} sessions.");
            }
        }
    }

    [Theory]
    [Each(1, 50, 186)]
    public void A_server_that_refuses_at_the_login_refuses_at_most_six(int roundTrip)
    {
        for (var limit = 1; limit <= 64; limit++)
        {
            var refused = Ramp(limit, roundTrip, delay: 0, isGreetedFirst: true);
            Assert.True(refused <= 6 && Gate.Standing == limit, $"Limit {limit}: {refused} refused, {Gate.Standing} sessions.");
        }
    }

    // Attempts until the last reply after a refusal. A greeting or a refusal arrives two round trips after an attempt, a greeting also after
    // the delay, and a login or its refusal takes two more.
    private int Ramp(int limit, int roundTrip, int delay, bool isGreetedFirst = false)
    {
        Gate = NewGate(cap: 64);
        var (accepted, refused) = (0, 0);
        var replies = new PriorityQueue<Action, int>();
        for (var now = 0; now < 30_000 && (refused == 0 || replies.Count > 0); now++, Time.Advance(TimeSpan.FromMilliseconds(1)))
        {
            if (Gate.TryEnter() is null) Connect(now);
            while (replies.TryPeek(out var reply, out var due) && due <= now)
            {
                replies.Dequeue();
                reply();
            }
        }
        return refused;

        void Connect(int now)
        {
            var greeting = now + (2 * roundTrip) + delay;
            var isAccepted = accepted++ < limit;
            if (!isAccepted) refused++;
            if (isAccepted || isGreetedFirst) replies.Enqueue(Gate.Greeted, greeting);
            if (isAccepted) replies.Enqueue(Gate.Opened, greeting + (2 * roundTrip));
            else if (isGreetedFirst) replies.Enqueue(() => Gate.Refused(greeted: true), greeting + (2 * roundTrip));
            else replies.Enqueue(() => Gate.Refused(greeted: false), now + (2 * roundTrip));
        }
    }
}
