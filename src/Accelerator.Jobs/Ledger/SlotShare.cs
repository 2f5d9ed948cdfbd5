namespace Accelerator.Jobs.Ledger;

/// <summary>Who gets how many sessions. Pure.</summary>
internal static class SlotShare
{
    /// <summary>
    /// Divides sessions among those that want some: one after the other gets one more, as long as he wants more and there are any. Where
    /// there are fewer than takers, the turn decides, so that everybody comes to have one.
    /// </summary>
    /// <param name="budget">Sessions.</param>
    /// <param name="wanted">What each wants, in an order that all agree on.</param>
    /// <param name="turn">Grows with time.</param>
    /// <returns>What each gets.</returns>
    public static IReadOnlyList<int> Divide(int budget, IReadOnlyList<int> wanted, long turn)
    {
        var shares = new int[wanted.Count];
        var takers = Enumerable.Range(0, wanted.Count).Where(i => wanted[i] > 0).ToList();
        // Only there: sessions that change hands are logged in anew.
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
