namespace Accelerator.Tuning.Tests.Linux;

/// <summary>A driver that answers ethtool, by the number of the request that reads, and accepts changes up to its limits.</summary>
internal sealed class FakeDriver : Dictionary<uint, uint[]>, IEthtool
{
    public uint[]? Query(string link, uint question) => (uint[]?)this.GetValueOrDefault(question)?.Clone();

    public int Change(string link, uint[] words)
    {
        this[words[0] - 1] = [words[0] - 1, .. words[1..]];
        return 0;
    }
}
