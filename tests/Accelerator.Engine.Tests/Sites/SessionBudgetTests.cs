namespace Accelerator.Engine.Tests.Sites;

public sealed class SessionBudgetTests
{
    private readonly SessionBudget _sessionBudget = new() { Most = 3 };

    [Fact]
    public void Sessions_are_opened_up_to_the_limit_and_one_more_when_one_is_closed()
    {
        Assert.Equal(3, Open(9));
        _sessionBudget.Closed(hasLeft: false);
        Assert.Equal(1, Open(9));
    }

    [Fact]
    public void Where_fewer_are_allowed_than_are_open_as_many_leave_and_all_are_kept_until_they_have()
    {
        Open(3);
        Assert.False(_sessionBudget.TryLeave());
        _sessionBudget.Most = 1;
        Assert.Equal(3, _sessionBudget.Kept);
        Assert.True(_sessionBudget.TryLeave() && _sessionBudget.TryLeave());
        Assert.False(_sessionBudget.TryLeave());
        _sessionBudget.Closed(hasLeft: true);
        Assert.Equal(2, _sessionBudget.Kept);
        // The stream asked to close a session had no other one to close, so another stream is asked.
        _sessionBudget.Stay();
        Assert.True(_sessionBudget.TryLeave());
        _sessionBudget.Closed(hasLeft: true);
        Assert.Equal((1, 0), (_sessionBudget.Kept, Open(1)));
    }

    [Fact]
    public void Streams_leave_what_is_reserved_but_one_of_them_stays()
    {
        _sessionBudget.Reserved = 1;
        Assert.Equal(2, _sessionBudget.ForStreams);
        _sessionBudget.Most = 0;
        Assert.Equal(1, _sessionBudget.ForStreams);
    }

    [Fact]
    public void What_is_leased_counts_among_what_is_open_and_one_is_always_left()
    {
        Assert.True(_sessionBudget.TryLease() && _sessionBudget.TryLease());
        Assert.False(_sessionBudget.TryLease());
        Assert.Equal((1, 2, 3), (Open(9), _sessionBudget.Leased, _sessionBudget.Kept));
        _sessionBudget.ReturnLease();
        Assert.Equal((1, 1), (Open(9), _sessionBudget.Leased));
    }

    [Fact]
    public void The_only_session_is_lent_too_but_not_while_it_is_open()
    {
        _sessionBudget.Most = 1;
        Assert.Equal(1, Open(1));
        Assert.False(_sessionBudget.TryLease());
        _sessionBudget.Closed(hasLeft: false);
        Assert.True(_sessionBudget.TryLease());
        Assert.Equal(0, Open(1));
    }

    [Fact]
    public void An_awaited_session_is_released_by_one_stream_and_reserved_for_the_lease()
    {
        Open(3);
        _sessionBudget.Awaited = 1;
        Assert.Equal(2, _sessionBudget.ForStreams);
        Assert.True(_sessionBudget.TryLeave());
        Assert.False(_sessionBudget.TryLeave());
        _sessionBudget.Closed(hasLeft: true);
        Assert.Equal(0, Open(1));
        Assert.True(_sessionBudget.TryLease());
    }

    private int Open(int times) => Enumerable.Range(0, times).Count(_ => _sessionBudget.TryOpen());
}
