using System.Net;

namespace Accelerator.Loopback.Faults;

/// <summary>Known server wordings of the replies to PASV and EPSV, for <see cref="CommandTrigger.PassiveReply"/>.</summary>
public static class PassiveForms
{
    /// <summary><c>227 Entering Passive Mode (h1,h2,h3,h4,p1,p2).</c></summary>
    public static string Usual227(IPEndPoint endPoint) => $"227 Entering Passive Mode ({Numbers(endPoint)}).";

    /// <summary><c>229 Entering Extended Passive Mode (|||port|).</c></summary>
    public static string Usual229(IPEndPoint endPoint) => $"229 Entering Extended Passive Mode (|||{endPoint.Port}|).";

    /// <summary>227 without parentheses, which RFC 1123 section 4.1.2.6 warns of.</summary>
    public static string NoParentheses(IPEndPoint endPoint) => $"227 Entering Passive Mode {Numbers(endPoint)}";

    /// <summary>The numbers are in the last line of a multi-line 227.</summary>
    public static string MultiLine(IPEndPoint endPoint) => $"227-Passive mode follows 1,2,3\r\n227 =({Numbers(endPoint)})";

    /// <summary>z/OS style: <c>!</c> in place of <c>|</c>.</summary>
    public static string OtherDelimiter(IPEndPoint endPoint) => $"229 Entering Extended Passive Mode (!!!{endPoint.Port}!)";

    /// <summary>One delimiter is missing, as with some old servers: <c>(||port|)</c>.</summary>
    public static string MissingDelimiter(IPEndPoint endPoint) => $"229 Entering Extended Passive Mode (||{endPoint.Port}|)";

    /// <summary>229 without any port.</summary>
    public static string NoPort(IPEndPoint endPoint) => "229 listen socket already exists";

    private static string Numbers(IPEndPoint endPoint) =>
        $"{endPoint.Address.MapToIPv4().ToString().Replace('.', ',')},{endPoint.Port >> 8},{endPoint.Port & 0xFF}";
}
