using System.Data.Common;
using Accelerator.Jobs.Definitions;
using Npgsql;

namespace Accelerator.Jobs.Ledger;

/// <summary>
/// The effective connection to PostgreSQL, of the ledger and of the schedules: the connection string as stored, with the settings that it
/// leaves open. Npgsql's own defaults (TLS if the server offers it, any form of authentication) send the password in clear text to a server
/// that declines TLS and requests that.
/// </summary>
public sealed class PostgresConnection
{
    // Names of Npgsql's Require Auth.
    private const string Password = "Password", Scram = "ScramSHA256";

    private const string IdleLimit = "idle_in_transaction_session_timeout";

    private readonly NpgsqlConnectionStringBuilder _text;
    private readonly bool _isLocal;

    private PostgresConnection(string connection)
    {
        _text = new NpgsqlConnectionStringBuilder(connection);
        _isLocal = HostsOf(_text).All(IsLocal);
        Protect();
        LimitIdleTransactions();
    }

    /// <summary>Reads a connection string.</summary>
    /// <param name="connection">Npgsql's connection string.</param>
    /// <exception cref="LedgerException">The connection string is not valid.</exception>
    public static PostgresConnection Of(string connection)
    {
        try
        {
            return new PostgresConnection(connection);
        }
        catch (Exception exception) when (exception is ArgumentException or FormatException or KeyNotFoundException)
        {
            throw Invalid();
        }
    }

    /// <summary>The effective connection string, which holds the password.</summary>
    public string Text => _text.ConnectionString;

    /// <summary>What protects the connection, in one sentence without the password.</summary>
    public string Protection => IsWeak ? $"{Place}: {Weakness()}" : $"{Place}: {string.Join("; ", Strengths())}.";

    /// <summary>
    /// Whether the connection string gives up the protection from a server that only poses as the right one, or from listeners on the way.
    /// </summary>
    public bool IsWeak => !_isLocal && _text.SslMode < SslMode.VerifyCA;

    /// <summary>Returns a copy of the settings.</summary>
    internal NpgsqlConnectionStringBuilder Settings() => new(Text);

    /// <summary>Returns whether a connection string sets a keyword itself.</summary>
    internal static bool Sets(NpgsqlConnectionStringBuilder text, string keyword) =>
        // Npgsql's own ContainsKey is true for every keyword that it supports.
        new DbConnectionStringBuilder { ConnectionString = text.ConnectionString }.ContainsKey(keyword);

    // The parser's message may quote the string, and with it a password.
    internal static LedgerException Invalid() => new(
        "The connection string of the ledger is not valid. Write it in the format of Npgsql: "
            + "Host=db.example.org;Database=ftpxd;Username=ftpxd;Password=...", isTransient: false);

    private string Place => $"ledger: PostgreSQL at {_text.Host}";

    // What the string says itself is in force. On this computer another user may have taken the port first, so the password is not sent as
    // it is; all other forms of authentication are usual there, also none. Channel binding stays "Prefer": with a verified certificate it
    // adds little, and connection poolers do not have it.
    private void Protect()
    {
        if (!_isLocal && !Sets(_text, "SSL Mode")) _text.SslMode = SslMode.VerifyFull;
        if (!Sets(_text, "Require Auth")) _text.RequireAuth = _isLocal ? $"!{Password}" : Scram;
    }

    /// <summary>
    /// Makes the server end a transaction whose client sends nothing for 30 s; transactions of the ledger and of the schedules take
    /// milliseconds. A node that is frozen in the middle of one holds its row locks, so no other node could take over the files of those
    /// rows. It is an option of the connection, because a SET ends when the connection returns to the pool. A string that sets the limit
    /// itself stays as it is, and so does one for a pooler (<c>Max Auto Prepare=0</c>): poolers may refuse options.
    /// </summary>
    private void LimitIdleTransactions()
    {
        var isForPooler = Sets(_text, "Max Auto Prepare") && _text.MaxAutoPrepare == 0;
        if (isForPooler || _text.Options?.Contains(IdleLimit, StringComparison.Ordinal) == true) return;
        _text.Options = $"{_text.Options} -c {IdleLimit}=30s".TrimStart();
    }

    // With several hosts the strictest rule holds: one that is not this computer decides.
    private static string[] HostsOf(NpgsqlConnectionStringBuilder text) => (text.Host ?? "").Split(',', StringSplitOptions.TrimEntries);

    // As Npgsql reads a host: a rooted path is the folder of a Unix socket, @ begins an abstract one, and a port may follow.
    private static bool IsLocal(string host) => host.Length > 0
        && (host[0] is '@' || Path.IsPathRooted(host) || LoopbackHost.Is(host) || LoopbackHost.Is(WithoutPort(host)));

    // Colons without brackets are an IPv6 address without a port.
    private static string WithoutPort(string host) =>
        host.LastIndexOf(':') is > 0 and var end && (host[end - 1] == ']' || host.IndexOf(':') == end) ? host[..end] : host;

    private IEnumerable<string> Strengths()
    {
        if (_isLocal) yield return "on this computer";
        if (_text.SslMode >= SslMode.Require)
            yield return _text.SslMode switch
            {
                SslMode.VerifyFull => "TLS required, certificate and name verified",
                SslMode.VerifyCA => "TLS required, certificate verified, name not verified",
                _ => "TLS required, certificate not verified",
            };
        yield return IsScramAlone ? "password only by SCRAM-SHA-256"
            : MaySendPassword ? "password in any form that the server requests" : "password never in clear text";
    }

    private string Weakness()
    {
        var risk = (_text.SslMode < SslMode.Require, MaySendPassword) switch
        {
            (true, true) => "the password may be sent in clear text",
            (true, false) => "the names of all files may be sent in clear text, and the server is not verified",
            (false, true) => "the password may be sent to a computer that poses as the server",
            (false, false) => "the server is not verified",
        };
        var auth = MaySendPassword ? $" and Require Auth={_text.RequireAuth}" : "";
        return $"{risk}: the connection string says SSL Mode={_text.SslMode}{auth}. Set SSL Mode=VerifyFull, or omit it.";
    }

    private string[] Forms =>
        (_text.RequireAuth ?? "").Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);

    private bool IsScramAlone => Forms.Length > 0 && Forms.All(form => Is(form, Scram));

    // As Npgsql reads the forms: a list, or with "!" all but these.
    private bool MaySendPassword =>
        Forms is [['!', ..], ..] or [] ? !Forms.Any(form => Is(form, $"!{Password}")) : Forms.Any(form => Is(form, Password));

    private static bool Is(string form, string name) => form.Equals(name, StringComparison.OrdinalIgnoreCase);
}
