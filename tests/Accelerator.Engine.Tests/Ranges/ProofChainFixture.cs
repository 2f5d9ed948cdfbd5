namespace Accelerator.Engine.Tests.Ranges;

/// <summary>The chain of seams of a file of 1,000 bytes.</summary>
public abstract class ProofChainFixture
{
    private protected const long Size = 1000;

    private protected ProofChainFixture() => Chain = new ProofChain(Map);

    private protected FileMap Map { get; } = new(Size);

    private protected ProofChain Chain { get; }

    /// <summary>Records a range that a source has sent.</summary>
    private protected Fragment Receive(long start, long end, int source = 0)
    {
        var (fragment, _) = Chain.Begin(start, source);
        Finish(fragment, end);
        return fragment;
    }

    private protected void Finish(Fragment fragment, long end)
    {
        Chain.Grow(fragment, end);
        Map.MarkWritten(new(fragment.Start, end));
        Chain.Close(fragment);
    }

    /// <summary>Settles a seam whose two sides have the same bytes.</summary>
    private protected void Join(Fragment lower, Fragment upper) => Assert.Equal(SeamVerdict.Equal, Chain.Settle(lower, upper, Data(1), Data(1)));

    private protected static byte[] Data(int seed, int length = 64) => ByteSamples.Random(length, seed);
}
