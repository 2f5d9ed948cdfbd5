using System.Globalization;
using System.Net;
using System.Text;
using Accelerator.Cli.Hosting;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Control;

namespace Accelerator.Cli.Values;

/// <summary>
/// Parses the option values of <c>ftpx get</c>. Each method throws <see cref="UsageException"/> with one sentence for an invalid value.
/// </summary>
internal static class GetValues
{
    private static readonly (string Prefix, HashKind Kind, int Digits)[] Hashes =
    [
        ("sha256:", HashKind.Sha256, 64), ("sha512:", HashKind.Sha512, 128), ("sha1:", HashKind.Sha1, 40), ("md5:", HashKind.Md5, 32),
    ];

    // The overlap check reads 64 KiB past the end of a range, so a shorter range would be fetched twice.
    private const long ShortestSegment = 64 << 10;
    private const long LeastBuffer = 64 << 10, MostBuffer = 1 << 30;

    /// <summary>1 to 64, or null for <c>auto</c>.</summary>
    public static int? Streams(string text)
    {
        if (text.Equals("auto", StringComparison.OrdinalIgnoreCase)) return null;
        if (int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var count) && count is >= 1 and <= 64) return count;
        throw new UsageException($"\"{SafeText.Escape(text)}\" is not a number of streams: use 1 to 64, or auto.");
    }

    /// <summary>1 to 64.</summary>
    public static int Sessions(string text)
    {
        if (int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var count) && count is >= 1 and <= 64) return count;
        throw new UsageException($"\"{SafeText.Escape(text)}\" is not a number of sessions: use 1 to 64.");
    }

    /// <summary><c>MIN</c> or <c>MIN-MAX</c>.</summary>
    public static SegmentLimits Segments(string text)
    {
        var dash = text.IndexOf('-');
        var minimum = ByteQuantity.ParseSize(dash < 0 ? text : text[..dash]);
        var maximum = dash < 0 ? SegmentLimits.Default.Maximum : ByteQuantity.ParseSize(text[(dash + 1)..]);
        if (minimum < ShortestSegment)
            throw new UsageException("A segment cannot be shorter than 64K, because the overlap check reads 64 KiB twice.");
        if (maximum < minimum)
            throw new UsageException("The longest segment is shorter than the shortest: write MIN-MAX, for example 4M-256M.");
        return new SegmentLimits(minimum, maximum);
    }

    /// <summary><c>A-B</c> with both ends, <c>A-</c> or <c>-N</c>, as in curl.</summary>
    public static OutputRange Range(string text)
    {
        var ends = text.Split('-');
        if (ends is [var first, var last] && IsOffset(first, out var start) && IsOffset(last, out var end) && text != "-")
        {
            if (first.Length == 0 && end > 0) return new OutputRange(-end);
            if (first.Length > 0 && last.Length == 0) return new OutputRange(start);
            if (first.Length > 0 && end >= start) return new OutputRange(start, end + 1);
        }
        throw new UsageException(
            $"\"{SafeText.Escape(text)}\" is not a range of bytes: use 0-499 for the first 500, 500- for what follows, or -500 for the "
                + "last 500.");
    }

    /// <summary>64 KiB to 1 GiB, the largest window that TCP has (RFC 7323).</summary>
    public static int ReceiveBuffer(string text) => ByteQuantity.ParseSize(text) is >= LeastBuffer and <= MostBuffer and var bytes
        ? checked((int)bytes)
        : throw new UsageException($"\"{SafeText.Escape(text)}\" is not a receive buffer: use 64K to 1G, for example 64M.");

    /// <summary>1 MiB or more.</summary>
    public static long MaxListing(string text) => ByteQuantity.ParseSize(text) is >= 1 << 20 and var bytes
        ? bytes : throw new UsageException($"\"{SafeText.Escape(text)}\" is not a limit for listings: use 1M or more, for example 1G.");

    /// <summary>Addresses of a server, separated by commas; empty for <c>all</c>.</summary>
    public static IReadOnlyList<IPAddress> ServerAddress(string text)
    {
        if (text.Equals(Ftp.ServerAddresses.AllOfName, StringComparison.OrdinalIgnoreCase)) return [];
        return [.. text.Split(',', StringSplitOptions.TrimEntries).Select(one => Ftp.ServerAddresses.Read(one)
            ?? throw new UsageException($"\"{SafeText.Escape(one)}\" is not an address: use all, or addresses of the server such as "
                + "192.0.2.7 or 2001:db8::7."))];
    }

    /// <summary>The addresses of a server to use together; none for all of its name.</summary>
    public static ServerAddresses ServerAddresses(params IReadOnlyList<IPAddress>[] typed)
    {
        List<IPAddress> addresses = [.. typed.SelectMany(static one => one)];
        if (addresses.Count > 0 && typed.Any(static one => one.Count == 0))
            throw new UsageException("--server-address: all means every address of the name; give either all or addresses.");
        if (addresses.Count > Ftp.ServerAddresses.Most)
            throw new UsageException(
                $"--server-address: there are {addresses.Count} addresses, and at most {Ftp.ServerAddresses.Most} can be used.");
        if (addresses.Distinct().Count() < addresses.Count)
            throw new UsageException("--server-address: an address is listed twice; list it once.");
        return addresses.Count == 0 ? Ftp.ServerAddresses.All : Ftp.ServerAddresses.Of(addresses);
    }

    /// <summary><c>auto</c>, <c>on</c> or <c>off</c>.</summary>
    public static UnbufferedWrites Unbuffered(string text) => text.ToLowerInvariant() switch
    {
        "auto" => UnbufferedWrites.Auto,
        "on" => UnbufferedWrites.On,
        "off" => UnbufferedWrites.Off,
        _ => throw new UsageException($"\"{SafeText.Escape(text)}\" is not valid: use auto, on or off."),
    };

    /// <summary><c>auto</c>, <c>none</c>, <c>always</c>, or <c>sha256:HEX</c> and the like.</summary>
    public static Verification Verify(string text)
    {
        foreach (var (prefix, kind, digits) in Hashes)
        {
            if (!text.StartsWith(prefix, StringComparison.OrdinalIgnoreCase)) continue;
            var hex = text[prefix.Length..];
            if (GivenDigest.Read(hex, kind) is { } digest) return Verification.By(digest);
            throw new UsageException(
                $"The {HashCommand.NameOf(kind)} after \"{prefix}\" must be {digits} hexadecimal digits; "
                    + $"this has {hex.Length} characters.");
        }

        return text.ToLowerInvariant() switch
        {
            "auto" => Verification.Auto,
            "none" => new Verification(VerifyMode.None),
            "always" => new Verification(VerifyMode.Always),
            _ => throw new UsageException($"\"{SafeText.Escape(text)}\" is not valid: use auto, none, always, or a hash: "
                + "sha256:HEX, sha512:HEX, sha1:HEX or md5:HEX."),
        };
    }

    /// <summary><c>auto</c>, <c>none</c> or <c>always</c>: the values that apply to more than one file.</summary>
    /// <param name="text">The value as typed.</param>
    /// <param name="whole">What the value applies to: <c>a server</c>.</param>
    public static Verification VerifyAll(string text, string whole) => Verify(text) is { Given: null } mode
        ? mode
        : throw new UsageException($"A hash applies to one file, not to {whole}: use auto, none or always.");

    /// <summary>An IPv4 or IPv6 address.</summary>
    public static IPAddress Address(string text) => Ftp.ServerAddresses.Read(text)
        ?? throw new UsageException($"\"{SafeText.Escape(text)}\" is not an IP address: "
            + "give the address of one of this machine's interfaces, for example 192.0.2.7.");

    /// <summary>The protection that replaces that of the scheme.</summary>
    public static FtpSecurity Security(string text) => text.ToLowerInvariant() switch
    {
        "none" => FtpSecurity.None,
        "explicit" => FtpSecurity.Explicit,
        "implicit" => FtpSecurity.Implicit,
        _ => throw new UsageException(
            $"\"{SafeText.Escape(text)}\" is not valid: use none, explicit (AUTH TLS) or implicit (port 990)."),
    };

    /// <summary>A charset by name or code page.</summary>
    public static Encoding Charset(string text) => FtpCharsets.Find(text)
        ?? throw new UsageException(
            $"\"{SafeText.Escape(text)}\" is not a known charset: use a name such as utf-8, cp949, euc-kr, shift_jis or latin1.");

    /// <summary>Seconds, a fraction allowed, 0.1 to 86400.</summary>
    public static TimeSpan Seconds(string text)
    {
        if (decimal.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var seconds)
            && seconds is >= 0.1m and <= 86400m)
            return TimeSpan.FromSeconds((double)seconds);
        throw new UsageException($"\"{SafeText.Escape(text)}\" is not a time: use seconds from 0.1 to 86400.");
    }

    private static bool IsOffset(string text, out long offset)
    {
        offset = 0;
        return text.Length == 0
            || (long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out offset) && offset < long.MaxValue);
    }

    /// <summary>A user name that can be sent to a server.</summary>
    public static string User(string text) => text.Length > 0 && text.AsSpan().IndexOfAny('\r', '\n', '\0') < 0
        ? text
        : throw new UsageException("The user name is empty, or contains a line end or NUL, which FTP cannot transmit.");

    /// <summary>
    /// Parses the user name of a login. Refuses a colon, because curl takes <c>name:password</c> here, and a password would be shown as a
    /// part of the name. A name with a colon is possible in a URL.
    /// </summary>
    public static string UserOfLogin(string text) => text.Contains(':')
        ? throw new UsageException(
            "Give the user name without the password, and store the password with ftpx credential set, or use --password-stdin. "
            + "If the name has a colon, write it into the URL as %3A.")
        : User(text);
}
