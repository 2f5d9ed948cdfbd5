using System.Globalization;
using System.Text;

namespace Accelerator.Ftp.Control;

/// <summary>
/// Every command this client can send, one line each, except those that change something on a server: these are in
/// <see cref="Fxp.FxpDestination"/> and <see cref="Sessions.RemoteChanges"/>. RFC 959 unless another source is named.
/// </summary>
internal static class FtpCommands
{
    private static readonly ReadOnlyMemory<byte> Nothing = ReadOnlyMemory<byte>.Empty;

    /// <summary>USER: 230 logged in, 331 a password is required, 332 an account is required.</summary>
    public static FtpCommand<FtpReply> User(string name, Encoding charset) => new("USER", charset.GetBytes(name), AnyReply);

    /// <summary>PASS.</summary>
    public static FtpCommand<FtpReply> Pass(string password, Encoding charset) =>
        new("PASS", charset.GetBytes(password), AnyReply, IsSecret: true);

    /// <summary>ACCT, after a 332.</summary>
    public static FtpCommand<FtpReply> Acct(string account, Encoding charset) =>
        new("ACCT", charset.GetBytes(account), AnyReply, IsSecret: true);

    /// <summary>AUTH TLS (RFC 4217): 234, from some servers 334.</summary>
    public static FtpCommand<FtpReply> AuthTls { get; } = new("AUTH", "TLS"u8.ToArray(), AnyReply);

    /// <summary>PBSZ 0 (RFC 4217), required before PROT.</summary>
    public static FtpCommand<FtpReply> Pbsz { get; } = new("PBSZ", "0"u8.ToArray(), Success);

    /// <summary>PROT P (RFC 4217): data connections are encrypted.</summary>
    public static FtpCommand<FtpReply> ProtP { get; } = new("PROT", "P"u8.ToArray(), Success);

    /// <summary>FEAT (RFC 2389); a refusal is read as an empty feature list.</summary>
    public static FtpCommand<FtpFeatures> Feat { get; } = new("FEAT", Nothing, (_, reply) => FtpFeatures.Read(reply));

    /// <summary>OPTS UTF8 ON; IIS needs it, others refuse it and send UTF-8 all the same.</summary>
    public static FtpCommand<bool> OptsUtf8 { get; } = new("OPTS", "UTF8 ON"u8.ToArray(), (_, reply) => reply.IsSuccess);

    /// <summary>OPTS HASH (draft-ietf-ftpext2-hash): chooses the algorithm.</summary>
    public static FtpCommand<bool> OptsHash(string algorithm) =>
        new("OPTS", Encoding.ASCII.GetBytes($"HASH {algorithm}"), (_, reply) => reply.IsSuccess);

    /// <summary>TYPE I: without it SIZE and REST have another meaning or are refused.</summary>
    public static FtpCommand<FtpReply> TypeImage { get; } = new("TYPE", "I"u8.ToArray(), Success);

    /// <summary>
    /// TYPE A: line ends are CR LF on the wire. Only for interactive use when text is wanted; sizes and offsets are meaningless in it.
    /// </summary>
    public static FtpCommand<FtpReply> TypeAscii { get; } = new("TYPE", "A"u8.ToArray(), Success);

    /// <summary>
    /// SIZE (RFC 3659 section 4): bytes, or null if the reply has no number or the command is unknown. A missing file throws.
    /// </summary>
    public static FtpCommand<long?> Size(FtpPath path) => new("SIZE", path.Bytes, ReadSize);

    /// <summary>
    /// SIZE of a file that need not exist: bytes, or null after any refusal except 421, which ends the session and throws.
    /// </summary>
    public static FtpCommand<long?> OptionalSize(FtpPath path) => new("SIZE", path.Bytes, static (command, reply) => reply switch
    {
        { IsSuccess: true } => ReadSize(command, reply),
        { IsClosing: true } => throw command.Refused(reply),
        _ => null,
    });

    /// <summary>MDTM (RFC 3659 section 3) as the server wrote it: an identity token, not a clock. Null if not supported.</summary>
    public static FtpCommand<string?> Mdtm(FtpPath path) => new("MDTM", path.Bytes, ReadModified);

    /// <summary>MLST (RFC 3659 section 7): the line of facts, or null if not supported.</summary>
    public static FtpCommand<string?> Mlst(FtpPath path) =>
        new("MLST", path.Bytes, (_, reply) => reply is { IsSuccess: true, Lines.Count: > 2 } ? reply.Lines[1].TrimStart() : null);

    /// <summary>CWD; true when the path is a directory.</summary>
    public static FtpCommand<bool> Cwd(FtpPath path) => new("CWD", path.Bytes, (_, reply) => reply.IsSuccess);

    /// <summary>CWD into a folder to be listed; a refusal throws.</summary>
    public static FtpCommand<FtpReply> Enter(FtpPath folder) => new("CWD", folder.Bytes, Success);

    /// <summary>PWD: the current folder in the server's own bytes; null if the reply names no folder.</summary>
    public static FtpCommand<FtpPath?> Pwd(Encoding charset) =>
        new("PWD", Nothing, (command, reply) => reply.IsSuccess ? PwdReply.Read(reply, charset) : throw command.Refused(reply));

    /// <summary>EPSV (RFC 2428): returns any reply, because a refusal leads to PASV.</summary>
    public static FtpCommand<FtpReply> Epsv { get; } = new("EPSV", Nothing, AnyReply);

    /// <summary>PASV.</summary>
    public static FtpCommand<FtpReply> Pasv { get; } = new("PASV", Nothing, AnyReply);

    /// <summary>EPRT (RFC 2428) for active mode.</summary>
    public static FtpCommand<FtpReply> Eprt(System.Net.IPEndPoint listener)
    {
        var family = listener.AddressFamily == System.Net.Sockets.AddressFamily.InterNetworkV6 ? 2 : 1;
        return new("EPRT", Encoding.ASCII.GetBytes($"|{family}|{listener.Address}|{listener.Port}|"), AnyReply);
    }

    /// <summary>PORT for active mode over IPv4.</summary>
    public static FtpCommand<FtpReply> Port(System.Net.IPEndPoint listener)
    {
        var host = listener.Address.ToString().Replace('.', ',');
        return new("PORT", Encoding.ASCII.GetBytes($"{host},{listener.Port / 256},{listener.Port % 256}"), Success);
    }

    /// <summary>REST (RFC 3659 section 5): a 350 is required but does not confirm the offset.</summary>
    public static FtpCommand<FtpReply> Rest(long offset) => new("REST", Number(offset), Intermediate);

    /// <summary>RANG (draft-bryan-ftp-range): first and last byte, both inclusive. If it is refused, REST may work.</summary>
    public static FtpCommand<FtpReply> Rang(long first, long last) =>
        new("RANG", Encoding.ASCII.GetBytes(string.Create(CultureInfo.InvariantCulture, $"{first} {last}")), AnyReply);

    /// <summary>RETR.</summary>
    public static FtpCommand<FtpReply> Retr(FtpPath path) => new("RETR", path.Bytes, AnyReply);

    /// <summary>MLSD (RFC 3659 section 7) of a folder; of the current folder if the path is empty.</summary>
    public static FtpCommand<FtpReply> Mlsd(FtpPath folder) => new("MLSD", folder.Bytes, AnyReply);

    /// <summary>
    /// LIST of the current folder. Depending on the server, a path would be split at spaces, taken for options or ignored, and so would
    /// options.
    /// </summary>
    public static FtpCommand<FtpReply> List { get; } = new("LIST", Nothing, AnyReply);

    /// <summary>LIST of one file, for a hint that is verified later: a server may list something else, or nothing.</summary>
    public static FtpCommand<FtpReply> ListOf(FtpPath file) => new("LIST", file.Bytes, AnyReply);

    /// <summary>NLST of the current folder.</summary>
    public static FtpCommand<FtpReply> Nlst { get; } = new("NLST", Nothing, AnyReply);

    /// <summary>
    /// HASH, XSHA256, XMD5, … of a whole file: the hexadecimal digest in lower case, or null if the server gives none. The X
    /// commands take a range after the path, so a path with a space is quoted: <c>XCRC /pass 0 1000</c> is the hash of the first 1000 bytes
    /// of another file. Servers without support for quotes find no such file.
    /// </summary>
    public static FtpCommand<string?> Hash(string verb, FtpPath path, int digits, long? length) =>
        new(verb, verb != "HASH" && path.Bytes.Span.Contains((byte)' ') ? (byte[])[(byte)'"', .. path.Bytes.Span, (byte)'"'] : path.Bytes,
            (_, reply) => reply.IsSuccess ? HashReply.Read(reply, digits, length) : null);

    /// <summary>SYST: the server's own name for its system, or null when it is refused.</summary>
    public static FtpCommand<string?> Syst { get; } = new(
        "SYST", Nothing, (_, reply) => reply.IsSuccess ? reply.ToString()[3..].TrimStart() : null);

    /// <summary>
    /// ABOR: ends a transfer between two servers. For a transfer to this computer, closing the data connection is more effective.
    /// </summary>
    public static FtpCommand<FtpReply> Abor { get; } = new("ABOR", Nothing, AnyReply);

    /// <summary>
    /// CPSV: PASV for a server that is to start the TLS handshake of the data connection. No RFC; glFTPd, DrFTPD and RaidenFTPD.
    /// </summary>
    public static FtpCommand<FtpReply> Cpsv { get; } = new("CPSV", Nothing, AnyReply);

    /// <summary>SSCN: whether the server starts the TLS handshake of its data connections. No RFC; ProFTPD's mod_tls and others.</summary>
    public static FtpCommand<FtpReply> Sscn(bool isClient) => new("SSCN", isClient ? "ON"u8.ToArray() : "OFF"u8.ToArray(), AnyReply);

    /// <summary>HELP for one command, or for all.</summary>
    public static FtpCommand<FtpReply> Help(string topic) => new("HELP", Encoding.ASCII.GetBytes(topic), AnyReply);

    /// <summary>NOOP: tests whether the server responds.</summary>
    public static FtpCommand<FtpReply> Noop { get; } = new("NOOP", Nothing, AnyReply);

    /// <summary>
    /// NOOP with a Telnet option within (IAC WONT ECHO, which asks for nothing): a server that reads options answers NOOP, any other does
    /// not know the command. ProFTPD 1.3.8 answers 200, vsftpd 3.0.3 answers 500.
    /// </summary>
    public static FtpCommand<bool> TelnetNoop { get; } = new("NO\u00FF\u00FC\u0001OP", Nothing, (_, reply) => reply.IsSuccess);

    /// <summary>QUIT; the reply is not waited for long.</summary>
    public static FtpCommand<FtpReply> Quit { get; } = new("QUIT", Nothing, AnyReply);

    private static FtpReply AnyReply(FtpCommand<FtpReply> command, FtpReply reply) => reply;

    private static FtpReply Success(FtpCommand<FtpReply> command, FtpReply reply) => reply.IsSuccess ? reply : throw command.Refused(reply);

    private static FtpReply Intermediate(FtpCommand<FtpReply> command, FtpReply reply) =>
        reply.IsIntermediate ? reply : throw command.Refused(reply);

    private static ReadOnlyMemory<byte> Number(long value) => Encoding.ASCII.GetBytes(value.ToString(CultureInfo.InvariantCulture));

    private static long? ReadSize(FtpCommand<long?> command, FtpReply reply)
    {
        if (reply.IsSuccess)
            return long.TryParse(reply.Text.Trim(), NumberStyles.None, CultureInfo.InvariantCulture, out var size) ? size : null;
        return IsUnknownCommand(reply) ? null : throw command.Refused(reply);
    }

    private static string? ReadModified(FtpCommand<string?> command, FtpReply reply)
    {
        // 253 and a fraction have been seen; a token only has to be short and printable.
        var text = reply.Text.Trim();
        return reply.IsSuccess && text.Length is > 0 and <= 40 && text.All(c => c is > ' ' and < (char)127) ? text : null;
    }

    private static bool IsUnknownCommand(FtpReply reply) => reply.Code is 500 or 501 or 502 or 503 or 504;
}
