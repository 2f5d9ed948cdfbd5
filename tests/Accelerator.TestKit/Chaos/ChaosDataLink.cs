namespace Accelerator.TestKit.Chaos;

/// <summary>A data connection through a <see cref="ChaosProxy"/>.</summary>
internal sealed class ChaosDataLink : ChaosLink
{
    private readonly (ChaosAct Act, long Bytes)? _fate;
    private long _seen;

    public ChaosDataLink(Socket client, Socket server, ChaosProxy proxy, int ordinal)
        : base(client, server, proxy, ordinal) => _fate = proxy.Rules.At("data");

    protected override int LargestPiece => Proxy.Plan.LargestDataPiece;

    protected override long? RateNow(long carried) => Proxy.Plan.RateOf?.Invoke(Ordinal, carried);

    // Cut at the very byte.
    protected override IEnumerable<ChaosPiece> Pieces(ReadOnlyMemory<byte> bytes, bool fromServer)
    {
        var now = Stopwatch.GetTimestamp();
        if (!fromServer || _fate is not { } fate || _seen >= fate.Bytes || _seen + bytes.Length < fate.Bytes)
        {
            if (fromServer) _seen += bytes.Length;
            return [new ChaosPiece(bytes, now)];
        }
        var cut = (int)(fate.Bytes - _seen);
        _seen += bytes.Length;
        return [new ChaosPiece(bytes[..cut], now, fate.Act, $"byte {fate.Bytes} of data connection {Ordinal}"), new ChaosPiece(bytes[cut..], now)];
    }
}
