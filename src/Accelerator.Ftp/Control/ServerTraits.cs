using System.Net;

namespace Accelerator.Ftp.Control;

/// <summary>
/// What the sessions of one site have learned of their server, shared so that N sessions do not each try what the first was refused
/// (servers ban clients for repeated bad commands). Written by any session, read by all; each fact only ever moves one way.
/// </summary>
public sealed class ServerTraits
{
    private volatile FtpFeatures? _features;
    private volatile FtpReply? _greeting;
    private volatile IPAddress? _address;
    private long _connectTicks;
    private volatile bool _tlsDataWorks;
    private volatile bool _epsvRefused;
    private volatile bool _epsvWorks;
    private volatile bool _eprtRefused;
    private volatile bool _rangRefused;
    private volatile bool _rangExpected;
    private volatile bool _rangWorked;
    private volatile bool _earlyCloseWorked;
    private volatile bool _earlyCloseFailed;

    /// <summary>The answer to FEAT, which one session asks when somebody first wants to know; null until then.</summary>
    public FtpFeatures? Features
    {
        get => _features;
        internal set => _features = value;
    }

    /// <summary>The first session's greeting; null until then.</summary>
    public FtpReply? Greeting
    {
        get => _greeting;
        internal set => _greeting = value;
    }

    /// <summary>Shortest time a connect took, which is one round trip of the path; null before the first.</summary>
    public TimeSpan? ConnectTime => Interlocked.Read(ref _connectTicks) is > 0 and var ticks ? TimeSpan.FromTicks(ticks) : null;

    /// <summary>The address that answered first. Every later connection goes there, because the hosts behind one name may hold different files.</summary>
    public IPAddress? Address
    {
        get => _address;
        internal set => _address = value;
    }

    /// <summary>Whether PASV is to be used instead of EPSV: it was refused, or its port could not be reached.</summary>
    public bool EpsvRefused => _epsvRefused;

    /// <summary>Whether PORT is to be used instead of EPRT in active mode over IPv4.</summary>
    public bool EprtRefused => _eprtRefused;

    /// <summary>Whether RANG may be used: listed in FEAT, now or in an earlier run, and not found wanting.</summary>
    public bool RangUsable => !_rangRefused && (_rangExpected || _features is { HasRang: true });

    /// <summary>Whether RANG gave what it was asked for; null while that has not been seen.</summary>
    public bool? RangWorks => _rangRefused ? false : _rangWorked ? true : null;

    /// <summary>Whether sessions could be used again after an early close of the data connection; null while there was none.</summary>
    public bool? EarlyCloseClean => _earlyCloseFailed ? false : _earlyCloseWorked ? true : null;

    /// <summary>Whether an encrypted data connection has ever carried data.</summary>
    public bool TlsDataWorks => _tlsDataWorks;

    internal void TlsDataWorked() => _tlsDataWorks = true;

    /// <summary>RANG answered with other than the asked bytes, or was refused.</summary>
    public void RefuseRang() => _rangRefused = true;

    /// <summary>An earlier run has found RANG to work: it need not wait for FEAT.</summary>
    public void ExpectRang() => _rangExpected = true;

    /// <summary>RANG ended the data where it was told to.</summary>
    public void ProveRang() => _rangWorked = true;

    /// <summary>A data connection was closed early, and the session was in step again, or was lost.</summary>
    public void NoteEarlyClose(bool clean)
    {
        if (clean) _earlyCloseWorked = true;
        else _earlyCloseFailed = true;
    }

    internal void Connected(TimeSpan took)
    {
        var known = Interlocked.Read(ref _connectTicks);
        if (known == 0 || took.Ticks < known) Interlocked.Exchange(ref _connectTicks, Math.Max(1, took.Ticks));
    }

    internal void RefuseEprt() => _eprtRefused = true;

    internal void EpsvWorked() => _epsvWorks = true;

    // One failed data connection is no verdict on a mode that has worked before.
    internal void EpsvFailed()
    {
        if (!_epsvWorks) _epsvRefused = true;
    }
}
