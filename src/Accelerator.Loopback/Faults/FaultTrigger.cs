namespace Accelerator.Loopback.Faults;

/// <summary>
/// The "when" of a fault; without a qualifier it is every time.
/// Occurrences are counted from 1 over the whole server, among those that match the verb and the other selectors:
/// connection, path, offset.
/// </summary>
/// <typeparam name="TSelf">The trigger itself, so that the qualifiers chain.</typeparam>
public abstract record FaultTrigger<TSelf>
    where TSelf : FaultTrigger<TSelf>
{
    private protected FaultTrigger()
    {
    }

    internal FaultCondition Condition { get; init; } = new();

    /// <summary>Only the <paramref name="n"/>th occurrence, from 1.</summary>
    public TSelf Nth(int n) => With(Condition with { First = n, Last = n });

    /// <summary>Only the first <paramref name="n"/> occurrences.</summary>
    public TSelf First(int n) => With(Condition with { Last = n });

    /// <summary>The <paramref name="n"/>th occurrence and all later ones.</summary>
    public TSelf From(int n) => With(Condition with { First = n });

    /// <summary>Every <paramref name="n"/>th occurrence, starting with the first one that counts.</summary>
    public TSelf Every(int n) => With(Condition with { Every = n });

    /// <summary>At most <paramref name="n"/> times in total.</summary>
    public TSelf Times(int n) => With(Condition with { Times = n });

    /// <summary>Each occurrence with this probability (0 to 1), with the same series for the same seed.</summary>
    public TSelf WithProbability(double probability, int seed) => With(Condition with { Probability = probability, Seed = seed });

    /// <summary>Only on the control connection with this ordinal, from 1.</summary>
    public TSelf OnConnection(int ordinal) => With(Condition with { FirstConnection = ordinal, LastConnection = ordinal });

    /// <summary>Only on control connections from this ordinal on.</summary>
    public TSelf FromConnection(int ordinal) => With(Condition with { FirstConnection = ordinal });

    private protected abstract TSelf With(FaultCondition condition);
}
