namespace Accelerator.Engine.Tests.Transfers.Paths;

/// <summary>One server, and two local addresses that lead to it.</summary>
internal static class PathsFixture
{
    public static readonly IPAddress A = IPAddress.Parse("127.0.0.2");
    public static readonly IPAddress B = IPAddress.Parse("127.0.0.3");

    public static IReadOnlyList<LocalPath> Both { get; } = [LocalPath.Of(A), LocalPath.Of(B)];

    /// <summary>Creates a get of this many bytes over both addresses, at this rate for each.</summary>
    public static GetFixture Get(long length, Func<IPAddress, long?> rates, TimeSpan latency = default)
    {
        var get = new GetFixture(new LoopbackOptions { Shaping = new LinkShape { BytesPerSecondTo = rates, ReplyLatency = latency } }) { Adjust = request => request with { LocalPaths = Both } };
        get.Server.Files.Add(GetFixture.Remote, FileContent.Synthetic(length, seed: 7));
        return get;
    }

    /// <summary>Returns the number of bytes that the server has sent to an address.</summary>
    public static long By(GetFixture get, IPAddress address) => get.Server.Log.Transfers.Where(transfer => transfer.ControlPeer.Address.Equals(address)).Sum(transfer => transfer.BytesSent);
}
