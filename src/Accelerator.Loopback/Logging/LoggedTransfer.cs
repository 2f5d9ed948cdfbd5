using System.Net;

namespace Accelerator.Loopback.Logging;

/// <summary>One RETR, LIST, NLST or MLSD that became a transfer. Live: the counts change while it runs.</summary>
public sealed class LoggedTransfer
{
    private readonly LoopbackLog _log;
    private long _bytesSent;
    private volatile int _ending;
    private int _isHandedOver;

    internal LoggedTransfer(LoopbackLog log, int ordinal, int connection, IPEndPoint controlPeer, string verb, string path, long offset)
    {
        _log = log;
        Ordinal = ordinal;
        Connection = connection;
        ControlPeer = controlPeer;
        Verb = verb;
        Path = path;
        Offset = offset;
    }

    /// <summary>Ordinal of the transfer in the order of requests, from 1.</summary>
    public int Ordinal { get; }

    /// <summary>Ordinal of the control connection that requested it.</summary>
    public int Connection { get; }

    /// <summary>"RETR", "LIST", "NLST" or "MLSD".</summary>
    public string Verb { get; }

    /// <summary>Absolute path.</summary>
    public string Path { get; }

    /// <summary>Offset requested by REST or RANG; 0 without one. A fault may have served another.</summary>
    public long Offset { get; }

    /// <summary>Ordinal of the data connection; 0 if there is none yet.</summary>
    public int DataConnection { get; private set; }

    /// <summary>The client's end of the data connection; null if there is none yet.</summary>
    public IPEndPoint? DataPeer { get; private set; }

    /// <summary>The client's end of the control connection, to compare with <see cref="DataPeer"/>.</summary>
    public IPEndPoint ControlPeer { get; }

    /// <summary>Bytes handed to the data socket.</summary>
    public long BytesSent => Interlocked.Read(ref _bytesSent);

    /// <summary>How the transfer ended.</summary>
    public TransferEnding Ending => (TransferEnding)_ending;

    /// <summary>Time from the command to the end; zero while it runs.</summary>
    public TimeSpan Elapsed { get; private set; }

    public override string ToString() => $"#{Ordinal} c{Connection} d{DataConnection} {Verb} {Path} @{Offset}: {BytesSent} bytes, {Ending}";

    internal void Connected(int dataConnection, IPEndPoint? peer)
    {
        DataConnection = dataConnection;
        DataPeer = peer;
    }

    internal void Sent(int bytes)
    {
        Interlocked.Add(ref _bytesSent, bytes);
        _log.Sent(bytes);
    }

    /// <summary>
    /// Records that the last bytes, or the close that replaces them, are about to be sent: the client may request the next file before the
    /// server sees that they were sent.
    /// </summary>
    internal void HandingOver()
    {
        if (Interlocked.Exchange(ref _isHandedOver, 1) == 0) _log.Sending.Leave();
    }

    internal void Ended(TransferEnding ending, TimeSpan elapsed)
    {
        HandingOver();
        Elapsed = elapsed;
        _ending = (int)ending;
        _log.TransferEnded(this);
    }
}
