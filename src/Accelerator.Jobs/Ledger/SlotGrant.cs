namespace Accelerator.Jobs.Ledger;

/// <summary>What a node may have of a server's sessions.</summary>
/// <param name="Held">So many are its own now, until their lease ends.</param>
/// <param name="Share">So many it may have. With fewer in hand it gets them when others let go; what it has beyond them it is to close, and
/// then to ask again.</param>
public sealed record SlotGrant(int Held, int Share)
{
    /// <summary>Sessions that may be open from here on.</summary>
    public int Most => Math.Min(Held, Share);
}
