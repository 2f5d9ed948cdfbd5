namespace Accelerator.Jobs.Ledger;

/// <summary>The sessions of a server that a node may have.</summary>
/// <param name="Held">The number of sessions that it holds now, until their lease ends.</param>
/// <param name="Share">The number it may have. If it holds fewer, it gets the rest when others release them; it must close any beyond its
/// share, and then ask again.</param>
public sealed record SlotGrant(int Held, int Share)
{
    /// <summary>The number of sessions that may be open from here on.</summary>
    public int Most => Math.Min(Held, Share);
}
