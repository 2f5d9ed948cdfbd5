using System.Net.Security;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using System.Text;

namespace Accelerator.Ftp.Sockets;

/// <summary>
/// TLS with what <see cref="SslStream"/> does not tell: whether its end was the peer's close_notify or only a TCP FIN, which anyone on the
/// network can send (RFC 5246, section 7.2.1), and whether the peer refused a handshake. Both ends make it return 0.
/// </summary>
internal sealed class WatchedTls : SslStream
{
    private readonly Wire _wire;

    /// <param name="socket">The connection; this object takes ownership.</param>
    public WatchedTls(Socket socket) : this(new Wire(socket))
    {
    }

    private WatchedTls(Wire wire) : base(wire, leaveInnerStreamOpen: false) => _wire = wire;

    /// <summary>
    /// Whether the socket's end was reached without a close_notify before it. To be asked when <see cref="SslStream"/> has returned 0.
    /// </summary>
    // After a close_notify, SslStream returns 0 and does not read the socket again, in TLS 1.2 and 1.3 (measured with OpenSSL, for 0 to
    // 100,000 bytes of data). Wine's SChannel reports the alert as an empty record, and SslStream reads on: there the last record tells. It
    // has its own type only in TLS 1.2; a forged one ends in an exception, because records are authenticated.
    public bool LacksCloseNotify => _wire is { HasEnded: true, EndsWithAlert: false };

    /// <summary>
    /// Whether an alert has arrived. SslStream does not report it if plain text follows at once, as from ProFTPD 1.3.8 after a refused
    /// handshake.
    /// </summary>
    public bool HasAlert => _wire.HasAlert;

    /// <summary>
    /// A reply that came in plain text in place of a TLS record, Latin-1; null for none. Not authentic, so it is only shown: vsftpd reports
    /// its own end so ("500 OOPS: ...").
    /// </summary>
    public string? PlainReply => _wire.PlainReply;

    private sealed class Wire(Socket socket) : NetworkStream(socket, ownsSocket: true)
    {
        private const int HeaderBytes = 5;
        private const byte AlertRecord = 21;
        private const int MostPlain = 200;

        private int _header;
        private byte _type;
        private int _body;

        public string? PlainReply { get; private set; }

        public bool HasEnded { get; private set; }

        public bool EndsWithAlert { get; private set; }

        public bool HasAlert { get; private set; }

        [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
        public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            var read = await base.ReadAsync(buffer, cancellationToken).ConfigureAwait(false);
            // An empty buffer only waits for data.
            if (read == 0 && buffer.Length > 0) HasEnded = true;
            Pass(buffer.Span[..read]);
            return read;
        }

        // A record is a type, a version and a length of two bytes each but the first, and that many bytes (RFC 5246, section 6.2.1).
        private void Pass(ReadOnlySpan<byte> bytes)
        {
            while (!bytes.IsEmpty)
            {
                if (_header == 0 && bytes[0] is >= (byte)'1' and <= (byte)'6')
                {
                    PlainReply ??= Encoding.Latin1.GetString(bytes[..Math.Min(bytes.Length, MostPlain)]);
                    return;
                }
                if (_header < HeaderBytes)
                {
                    if (_header == 0) (_type, _body, EndsWithAlert) = (bytes[0], 0, false);
                    if (_header >= 3) _body = (_body << 8) | bytes[0];
                    _header++;
                    bytes = bytes[1..];
                }
                else
                {
                    var count = Math.Min(_body, bytes.Length);
                    _body -= count;
                    bytes = bytes[count..];
                }
                if (_header < HeaderBytes || _body > 0) continue;
                EndsWithAlert = _type == AlertRecord;
                HasAlert |= EndsWithAlert;
                _header = 0;
            }
        }
    }
}
