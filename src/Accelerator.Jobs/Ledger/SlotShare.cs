namespace Accelerator.Jobs.Ledger;

/// <summary>Divides sessions among nodes. Pure.</summary>
internal static class SlotShare
{
    /// <summary>
    /// Divides sessions among the nodes that want some: each in turn gets another one, as long as it wants more and there are any. If there
    /// are fewer sessions than such nodes, the turn decides, so that every node eventually gets one.
    /// </summary>
    /// <param name="budget">The number of sessions.</param>
    /// <param name="wanted">The number that each node wants, in an order that all nodes agree on.</param>
    /// <param name="turn">A number that grows with time.</param>
    /// <returns>The number that each node gets.</returns>
    public static IReadOnlyList<int> Divide(int budget, IReadOnlyList<int> wanted, long turn)
    {
        var shares = new int[wanted.Count];
        var takers = Enumerable.Range(0, wanted.Count).Where(i => wanted[i] > 0).ToList();
        // Only in that case: a session that changes hands needs a new login.
        var first = takers.Count > budget ? (int)(turn % takers.Count) : 0;
        for (var left = budget; left > 0 && takers.Exists(i => shares[i] < wanted[i]);)
        {
            for (var i = 0; i < takers.Count && left > 0; i++)
            {
                var taker = takers[(first + i) % takers.Count];
                if (shares[taker] == wanted[taker]) continue;
                shares[taker]++;
                left--;
            }
        }
        return shares;
    }
}
