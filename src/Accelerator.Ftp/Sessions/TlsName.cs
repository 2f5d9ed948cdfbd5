namespace Accelerator.Ftp.Sessions;

/// <summary>
/// The server's name, in upper and lower case that differ from one control connection to the next. .NET on Linux keeps one TLS session for
/// each spelling of a name, and a server without session tickets (ProFTPD with TLSv1.2 only) wants the session of its own control
/// connection: with one spelling, each login would replace the session of the others. Names of hosts have no case (RFC 4343), neither in a
/// certificate nor in the handshake.
/// </summary>
internal static class TlsName
{
    // 1024 spellings: more than one site has sessions, and few enough for the platform to keep.
    private const int MostLetters = 10;

    private static int _last = -1;

    /// <summary>Returns the next spelling; an address has one.</summary>
    public static string Next(string host) => Spell(host, Interlocked.Increment(ref _last));

    /// <summary>Returns the name with its letters in the case of the bits of a number, the first ones in its lowest bits.</summary>
    internal static string Spell(string host, int number)
    {
        if (System.Net.IPAddress.TryParse(host, out _)) return host;
        var letters = host.ToCharArray();
        for (int i = 0, bit = 0; i < letters.Length && bit < MostLetters; i++)
        {
            if (!char.IsAsciiLetter(letters[i])) continue;
            if (((number >> bit++) & 1) != 0) letters[i] = (char)(letters[i] ^ ' ');
        }
        return new string(letters);
    }
}
