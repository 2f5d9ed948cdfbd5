using System.Net;
using System.Text;

namespace Accelerator.Loopback.Logging;

/// <summary>The counters and traces of a <see cref="LoopbackServer"/>, for assertions. Thread-safe; lists are snapshots.</summary>
public sealed class LoopbackLog
{
    private readonly object _gate = new();
    private readonly List<LoggedCommand> _commands = [];
    private readonly List<LoggedTransfer> _transfers = [];
    private readonly List<string> _faults = [];
    private readonly Waiters _waiters;
    private long _bytesSent;

    private readonly bool _keepTrace;
    private readonly Action<LoopbackEvent>? _report;
    private int _transferCount;

    internal LoopbackLog(bool keepTrace = true, Action<LoopbackEvent>? report = null)
    {
        (_keepTrace, _report) = (keepTrace, report);
        _waiters = new Waiters(this);
    }

    /// <summary>TCP connections accepted on the control port, including refused ones.</summary>
    public int ControlConnectionsOpened => Accepted.Opened;

    /// <summary>Accepted control connections that are open now.</summary>
    public int ControlConnections => Controls.Current;

    /// <summary>The peak number of accepted control connections open at one time.</summary>
    public int PeakControlConnections => Controls.Peak;

    /// <summary>Refusals by a limit or a fault: at the greeting, at PASS and at RETR.</summary>
    public int Refusals => Refused.Opened;

    /// <summary>Successful logins.</summary>
    public int Logins => LoggedIn.Opened;

    /// <summary>Data connections accepted or, in active mode, opened.</summary>
    public int DataConnectionsOpened => Data.Opened;

    /// <summary>Data connections open now.</summary>
    public int DataConnections => Data.Current;

    /// <summary>The peak number of data connections open at one time.</summary>
    public int PeakDataConnections => Data.Peak;

    /// <summary>RETR and listing transfers running now.</summary>
    public int RunningTransfers => Running.Current;

    /// <summary>
    /// The peak number of transfers that had bytes to send at one time. A transfer counts until its last bytes are sent, not until its
    /// final reply: the client may start the next one as soon as it has those bytes.
    /// </summary>
    public int PeakTransfers => Sending.Peak;

    /// <summary>Connections to an address that a PASV fault named in place of the server's own. A safe client makes none.</summary>
    public int ForeignDataConnections => Foreign.Opened;

    /// <summary>Bytes handed to data sockets, listings included. A partly sent block (at most 256 KiB) is not counted.</summary>
    public long BytesSent => Interlocked.Read(ref _bytesSent);

    /// <summary>Every command in the order of handling.</summary>
    public IReadOnlyList<LoggedCommand> Commands { get { lock (_gate) return _commands.ToArray(); } }

    /// <summary>Every transfer in the order of requests.</summary>
    public IReadOnlyList<LoggedTransfer> Transfers { get { lock (_gate) return _transfers.ToArray(); } }

    /// <summary>Descriptions of the faults that took place, in order: assert on it, so that a test cannot pass without its fault.</summary>
    public IReadOnlyList<string> Faults { get { lock (_gate) return _faults.ToArray(); } }

    internal ConcurrencyMeter Accepted { get; } = new();

    internal ConcurrencyMeter Controls { get; } = new();

    internal ConcurrencyMeter Data { get; } = new();

    internal ConcurrencyMeter Running { get; } = new();

    internal ConcurrencyMeter Sending { get; } = new();

    internal ConcurrencyMeter Refused { get; } = new();

    internal ConcurrencyMeter LoggedIn { get; } = new();

    internal ConcurrencyMeter Foreign { get; } = new();

    /// <summary>The RETRs only.</summary>
    public IReadOnlyList<LoggedTransfer> Retrievals => [.. Transfers.Where(t => t.Verb == "RETR")];

    /// <summary>Command lines of one control connection in order, e.g. <c>TYPE I</c>.</summary>
    public IReadOnlyList<string> CommandsOf(int connection) =>
        [.. Commands.Where(c => c.Connection == connection).Select(c => c.Line)];

    /// <summary>How often a verb was sent, over all connections.</summary>
    public int CountOf(string verb) => Commands.Count(c => string.Equals(c.Verb, verb, StringComparison.OrdinalIgnoreCase));

    /// <summary>Bytes of one file handed to data sockets.</summary>
    public long BytesSentOf(string path) => Transfers.Where(t => t.Verb == "RETR" && t.Path == path).Sum(t => t.BytesSent);

    /// <summary>
    /// Completes as soon as <paramref name="predicate"/> holds; it is evaluated again after each event, under no lock of the caller's.
    /// </summary>
    public Task WaitForAsync(Func<LoopbackLog, bool> predicate, CancellationToken cancellationToken) =>
        _waiters.AddAsync(predicate, cancellationToken);

    /// <summary>Returns the complete trace as text, for the message of a failed test.</summary>
    public override string ToString()
    {
        var text = new StringBuilder();
        text.AppendLine($"control {ControlConnectionsOpened} (peak {PeakControlConnections}), refusals {Refusals}, logins {Logins}, " +
            $"data {DataConnectionsOpened} (peak {PeakDataConnections}), {BytesSent} bytes");
        foreach (var command in Commands) text.AppendLine($"c{command.Connection} {command.Line}");
        foreach (var transfer in Transfers) text.AppendLine(transfer.ToString());
        foreach (var fault in Faults) text.AppendLine($"fault: {fault}");
        return text.ToString();
    }

    internal void Command(LoggedCommand command)
    {
        if (_keepTrace)
        {
            lock (_gate) _commands.Add(command);
        }
        Changed();
    }

    internal LoggedTransfer Transfer(int connection, IPEndPoint controlPeer, string verb, string path, long offset)
    {
        LoggedTransfer transfer;
        lock (_gate)
        {
            transfer = new LoggedTransfer(this, ++_transferCount, connection, controlPeer, verb, path, offset);
            if (_keepTrace) _transfers.Add(transfer);
        }
        Running.Enter();
        Sending.Enter();
        Changed();
        return transfer;
    }

    internal void TransferEnded(LoggedTransfer transfer)
    {
        Running.Leave();
        Report(new LoopbackEvent.TransferEnded(transfer));
        Changed();
    }

    internal void Fault(string description)
    {
        lock (_gate) _faults.Add(description);
        Changed();
    }

    internal void Refuse()
    {
        Refused.Enter();
        Changed();
    }

    internal void Sent(int bytes)
    {
        Interlocked.Add(ref _bytesSent, bytes);
        Changed();
    }

    internal void Report(LoopbackEvent happened) => _report?.Invoke(happened);

    internal void Changed() => _waiters.Check();
}
