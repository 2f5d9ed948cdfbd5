namespace Accelerator.Engine.Tests.Sites;

public sealed class SessionAllowanceTests
{
    private readonly SessionAllowance _allowance = new() { Most = 3 };

    [Fact]
    public void As_many_are_opened_as_are_allowed_and_one_more_when_one_is_closed()
    {
        Assert.Equal(3, Open(9));
        _allowance.Closed(hasLeft: false);
        Assert.Equal(1, Open(9));
    }

    [Fact]
    public void Where_fewer_are_allowed_than_are_open_as_many_leave_and_all_are_kept_until_they_have()
    {
        Open(3);
        Assert.False(_allowance.TryLeave());
        _allowance.Most = 1;
        Assert.Equal(3, _allowance.Kept);
        Assert.True(_allowance.TryLeave() && _allowance.TryLeave());
        Assert.False(_allowance.TryLeave());
        _allowance.Closed(hasLeft: true);
        Assert.Equal(2, _allowance.Kept);
        // Nobody had another one to close: somebody else is asked.
        _allowance.Stay();
        Assert.True(_allowance.TryLeave());
        _allowance.Closed(hasLeft: true);
        Assert.Equal((1, 0), (_allowance.Kept, Open(1)));
    }

    [Fact]
    public void Streams_leave_what_is_reserved_but_one_of_them_stays()
    {
        _allowance.Reserved = 1;
        Assert.Equal(2, _allowance.ForStreams);
        _allowance.Most = 0;
        Assert.Equal(1, _allowance.ForStreams);
    }

    [Fact]
    public void What_is_lent_counts_among_what_is_open_and_one_is_always_left()
    {
        Assert.True(_allowance.TryLend() && _allowance.TryLend());
        Assert.False(_allowance.TryLend());
        Assert.Equal((1, 2, 3), (Open(9), _allowance.Lent, _allowance.Kept));
        _allowance.TakeBack();
        Assert.Equal((1, 1), (Open(9), _allowance.Lent));
    }

    [Fact]
    public void The_only_session_is_lent_too_but_not_while_it_is_open()
    {
        _allowance.Most = 1;
        Assert.Equal(1, Open(1));
        Assert.False(_allowance.TryLend());
        _allowance.Closed(hasLeft: false);
        Assert.True(_allowance.TryLend());
        Assert.Equal(0, Open(1));
    }

    [Fact]
    public void What_somebody_waits_for_is_left_by_those_who_have_it_and_taken_by_nobody_else()
    {
        Open(3);
        _allowance.Awaited = 1;
        Assert.Equal(2, _allowance.ForStreams);
        Assert.True(_allowance.TryLeave());
        Assert.False(_allowance.TryLeave());
        _allowance.Closed(hasLeft: true);
        Assert.Equal(0, Open(1));
        Assert.True(_allowance.TryLend());
    }

    private int Open(int times) => Enumerable.Range(0, times).Count(_ => _allowance.TryOpen());
}
