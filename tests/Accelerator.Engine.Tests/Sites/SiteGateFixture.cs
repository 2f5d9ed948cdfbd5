namespace Accelerator.Engine.Tests.Sites;

/// <summary>A gate for eight connections, unless a test replaces it, on a clock that stands still.</summary>
public abstract class SiteGateFixture
{
    private protected SiteGateFixture() => Gate = NewGate(cap: 8);

    private protected FakeTime Time { get; } = new();

    private protected SiteGate Gate { get; set; }

    private protected SiteGate NewGate(int cap, int proven = 0) => new(cap, Time) { Proven = proven };

    /// <summary>Makes this many attempts, as fast as connects may follow each other, and returns the number admitted.</summary>
    private protected int Enter(int times)
    {
        var entered = 0;
        for (var i = 0; i < times; i++)
        {
            Time.Advance(RampPolicy.Spacing);
            if (Gate.TryEnter() is null) entered++;
        }
        return entered;
    }

    /// <summary>Asserts that this many attempts are admitted.</summary>
    private protected void MustEnter(int count) => Assert.Equal(count, Enter(count));

    /// <summary>Turns this many pending connections into sessions.</summary>
    private protected void LogIn(int count)
    {
        for (var i = 0; i < count; i++)
        {
            Gate.Greeted();
            Gate.Opened();
        }
    }

    /// <summary>Opens sessions one after the other up to the first that has to wait, and returns their number.</summary>
    private protected int Open(int most)
    {
        var opened = 0;
        for (; opened < most && Enter(1) == 1; opened++) LogIn(1);
        return opened;
    }
}
