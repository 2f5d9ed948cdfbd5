namespace Accelerator.Engine.Tests.Sites;

/// <summary>The counts of the gate, and how long a stream has to wait.</summary>
public sealed class SiteGateRuleTests : SiteGateFixture
{
    private static readonly TimeSpan Idle = TimeSpan.FromMilliseconds(50);

    [Fact]
    public void Every_connection_is_counted_in_its_state()
    {
        Assert.Equal((true, 0, 0), (Gate.IsEmpty, Gate.Ungreeted, Gate.Standing));
        MustEnter(2);
        Assert.Equal((false, 2, 0), (Gate.IsEmpty, Gate.Ungreeted, Gate.Standing));
        Gate.Greeted();
        Assert.Equal((false, 1, 0), (Gate.IsEmpty, Gate.Ungreeted, Gate.Standing));
        Gate.Opened();
        Assert.Equal((false, 1, 1), (Gate.IsEmpty, Gate.Ungreeted, Gate.Standing));
        Gate.Failed(greeted: false);
        Assert.Equal((false, 0, 1), (Gate.IsEmpty, Gate.Ungreeted, Gate.Standing));
        Gate.Closed(byLimit: false);
        Assert.Equal((true, 0, 0), (Gate.IsEmpty, Gate.Ungreeted, Gate.Standing));
    }

    [Fact]
    public void A_connection_that_fails_after_the_greeting_no_longer_counts_as_waiting_for_it()
    {
        MustEnter(3);
        Gate.Greeted();
        Gate.Failed(greeted: true);
        Assert.Equal(2, Gate.Ungreeted);
        Gate.Greeted();
        Gate.Refused(greeted: true);
        Assert.Equal(1, Gate.Ungreeted);
        Gate.Refused(greeted: false);
        Assert.Equal((0, true), (Gate.Ungreeted, Gate.IsEmpty));
    }

    /// <summary>
    /// A cool-down lasts a random time, and the timers of .NET drop fractions of a millisecond. A wait below one millisecond would not move
    /// this clock.
    /// </summary>
    [Fact]
    public void The_waits_of_a_cool_down_are_long_enough_to_reach_its_end()
    {
        MustEnter(2);
        LogIn(1);
        Gate.Refused(greeted: false);
        var waits = 0;
        while (Gate.TryEnter() is { } wait)
        {
            Assert.True(++waits < 1000 && wait >= TimeSpan.FromMilliseconds(1), $"{wait.TotalMilliseconds} ms");
            Time.Advance(TimeSpan.FromMilliseconds(Math.Floor(wait.TotalMilliseconds)));
        }
    }

    [Fact]
    public void Failures_and_refusals_are_forgotten_when_a_session_gets_in()
    {
        MustEnter(4);
        Gate.Failed(greeted: false);
        Gate.Failed(greeted: false);
        Gate.Refused(greeted: false);
        Assert.Equal((2, 1, false), (Gate.Failures, Gate.Refusals, Gate.HasStood));
        LogIn(1);
        Assert.Equal((0, 0, true), (Gate.Failures, Gate.Refusals, Gate.HasStood));
    }

    [Fact]
    public void A_ceiling_is_settled_when_no_connection_is_pending()
    {
        Assert.Equal(1, Open(1));
        MustEnter(2);
        Gate.Refused(greeted: false);
        Assert.Equal((1, int.MaxValue), (Gate.Ceiling, Gate.SettledCeiling));
        LogIn(1);
        Assert.Equal((2, 2), (Gate.Ceiling, Gate.SettledCeiling));
    }

    [Fact]
    public void A_plan_counts_on_connections_that_are_greeted_when_another_is_refused()
    {
        Assert.Equal(1, Open(1));
        MustEnter(3);
        Assert.Equal(int.MaxValue, Gate.Plannable);
        Gate.Greeted();
        Gate.Refused(greeted: false);
        Assert.Equal((1, 2), (Gate.Ceiling, Gate.Plannable));
    }

    [Fact]
    public void While_it_cools_down_it_is_asked_again_after_a_fifth_of_a_second_or_the_rest_of_it()
    {
        Assert.Equal(1, Open(1));
        Gate.Recall(1, TimeSpan.FromSeconds(1));
        Assert.Equal(TimeSpan.FromMilliseconds(200), Gate.TryEnter());
        Time.Advance(TimeSpan.FromMilliseconds(940));
        Assert.Equal(TimeSpan.FromMilliseconds(60), Gate.TryEnter());
        Time.Advance(TimeSpan.FromMilliseconds(60));
        Assert.Null(Gate.TryEnter());
        Assert.Equal(Idle, Gate.TryEnter());
    }

    [Fact]
    public void Below_a_recalled_ceiling_nothing_cools_down()
    {
        Gate.Recall(2, TimeSpan.FromMinutes(1));
        MustEnter(2);
        Time.Advance(RampPolicy.Spacing);
        Assert.Equal(TimeSpan.FromMilliseconds(200), Gate.TryEnter());
    }

    [Theory]
    [InlineData(11, 20)]
    [InlineData(12, 2)]
    public void Connects_follow_each_other_sooner_where_many_streams_were_needed(int expected, int milliseconds)
    {
        (Gate.Proven, Gate.Expected) = (16, expected);
        Assert.Null(Gate.TryEnter());
        Assert.Equal(TimeSpan.FromMilliseconds(milliseconds), Gate.TryEnter());
    }

    [Theory]
    [InlineData(0, 0, 1)]
    // A stored ceiling that is loaded late.
    [InlineData(3, 1, 3)]
    public void A_recalled_ceiling_is_at_least_one_and_not_below_the_open_sessions(int standing, int recalled, int ceiling)
    {
        Assert.Equal(standing, Open(standing));
        Gate.Recall(recalled, TimeSpan.FromMinutes(1));
        Assert.Equal(ceiling, Gate.Ceiling);
        if (standing == 0) Assert.Null(Gate.TryEnter());
    }

    [Fact]
    public void After_a_failure_and_before_the_first_login_connections_are_tried_one_by_one()
    {
        MustEnter(2);
        Time.Advance(RampPolicy.Spacing);
        Gate.Failed(greeted: false);
        Assert.Equal(Idle, Gate.TryEnter());

        Gate.Failed(greeted: false);
        MustEnter(1);
        Time.Advance(RampPolicy.Spacing);
        Assert.Equal(Idle, Gate.TryEnter());

        LogIn(1);
        MustEnter(1);
        Gate.Failed(greeted: false);
        MustEnter(2);
    }

    [Fact]
    public void A_server_that_refused_the_first_one_is_full_until_one_gets_in()
    {
        MustEnter(1);
        Gate.Refused(greeted: false);
        Assert.Equal(1, Gate.Ceiling);
        Time.Advance(TimeSpan.FromMilliseconds(749));
        Assert.NotNull(Gate.TryEnter());
        Time.Advance(TimeSpan.FromMilliseconds(502));
        Assert.Equal(1, Open(1));
        Gate.Closed(byLimit: false);
        // No session is open, and the place of the closed one is free at once.
        MustEnter(1);
    }

    [Fact]
    public void A_server_that_is_full_stays_full_when_it_refuses_again()
    {
        MustEnter(2);
        Gate.Refused(greeted: false);
        Gate.Refused(greeted: false);
        Assert.Equal(TimeSpan.FromMilliseconds(200), Gate.TryEnter());
    }

    [Fact]
    public void The_ceiling_never_rises_by_a_refusal()
    {
        Gate.Recall(1, TimeSpan.Zero);
        Assert.Equal(1, Open(1));
        MustEnter(1);
        Gate.Refused(greeted: false);
        Assert.Equal(1, Gate.Ceiling);
    }
}
