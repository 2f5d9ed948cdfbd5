namespace Accelerator.Tuning.Tests.Linux;

/// <summary>A driver that answers ethtool, by the number of the request that reads, and accepts changes up to its limits.</summary>
internal sealed class FakeDriver : Dictionary<uint, uint[]>, IEthtool
{
    /// <summary>The number of changes so far.</summary>
    public int Changes { get; private set; }

    /// <summary>The number of the change that fails, from 1; 0 for none.</summary>
    public int FaultAt { get; set; }

    /// <summary>The error of that change; 0 if it is accepted and has no effect.</summary>
    public int Error { get; set; }

    /// <summary>Whether it has its effect all the same.</summary>
    public bool ChangesAnyway { get; set; }

    public uint[]? Query(string link, uint question) => (uint[]?)this.GetValueOrDefault(question)?.Clone();

    public int Change(string link, uint[] words)
    {
        var isFault = ++Changes == FaultAt;
        if (!isFault || ChangesAnyway) this[words[0] - 1] = [words[0] - 1, .. words[1..]];
        return isFault ? Error : 0;
    }
}
