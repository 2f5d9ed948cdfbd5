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
    private volatile bool _tlsDataWorks;
    private volatile bool _epsvRefused;
    private volatile bool _epsvWorks;
    private volatile bool _eprtRefused;
    private volatile bool _rangRefused;

    /// <summary>The first session's answer to FEAT, asked after login; null until then.</summary>
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

    /// <summary>Whether RANG may be used: listed in FEAT and not found wanting.</summary>
    public bool RangUsable => !_rangRefused && _features is { HasRang: true };

    /// <summary>Whether an encrypted data connection has ever carried data.</summary>
    public bool TlsDataWorks => _tlsDataWorks;

    internal void TlsDataWorked() => _tlsDataWorks = true;

    /// <summary>RANG answered with other than the asked bytes, or was refused.</summary>
    public void RefuseRang() => _rangRefused = true;

    internal void RefuseEprt() => _eprtRefused = true;

    internal void EpsvWorked() => _epsvWorks = true;

    // One failed data connection is no verdict on a mode that has worked before.
    internal void EpsvFailed()
    {
        if (!_epsvWorks) _epsvRefused = true;
    }
}
