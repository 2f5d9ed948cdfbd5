using System.Globalization;
using System.Net;
using Accelerator.Cli.Output;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Gateway;
using Accelerator.Gateway.Settings;

namespace Accelerator.Cli.Gateway;

/// <summary>Formats the lines of <c>ftpx gateway</c>.</summary>
internal static class GatewayText
{
    // The speed of a transfer that ends at once is of no interest.
    private static readonly TimeSpan Noticed = TimeSpan.FromMilliseconds(100);

    /// <summary>Returns the addresses of the gateway and of the server, and the command to try next.</summary>
    /// <param name="gateway">The gateway.</param>
    /// <param name="upstream">The only server; null if clients name it.</param>
    /// <param name="hasLogin">Whether clients log in at the gateway.</param>
    public static IEnumerable<string> Opening(GatewayServer gateway, UpstreamServer? upstream, bool hasLogin)
    {
        var server = upstream?.Endpoint is { } only ? $"{only.Scheme}://{only}" : "the servers that clients name";
        var http = gateway.HttpAddress is { } also ? $" and {also}" : "";
        yield return $"Gateway at ftp://{gateway.EndPoint}/{http} for {server}. Press Ctrl-C to stop.";
        if (upstream?.Replicas is { Count: > 0 } replicas)
            yield return $"Files of {Format.Size(TransferItem.LeastForReplicas)} or more also come from "
                + $"{string.Join(" and ", replicas.Select(replica => replica.Root))}, if both servers report the same hash.";
        if (upstream is null && http.Length > 0)
            yield return $"Over HTTP the path begins with the server: {gateway.HttpAddress}HOST/PATH.";
        var user = hasLogin ? "GATEWAY-USER" : "USER";
        if (upstream is null) yield return $"Clients log in as {user}@HOST or {user}@HOST:PORT.";
    }

    /// <summary>Returns a warning about what other computers may see.</summary>
    public static string Warning(IPAddress address) =>
        $"Other computers can reach {address}, and FTP to the gateway is not encrypted: logins and files are sent in clear text.";

    /// <summary>Returns the line of an event, without the time of day; null for progress.</summary>
    public static string? Line(GatewayEvent happened) =>
        What(happened) is { } what ? string.Create(CultureInfo.InvariantCulture, $"session {happened.Session}{what}") : null;

    private static string? What(GatewayEvent happened) => happened switch
    {
        GatewayEvent.Refused refused => $" from {refused.Client} refused: {refused.Reason}",
        GatewayEvent.Login { Failure: null } login => $" from {login.Client}: logged in as {SafeText.Escape(login.Server)}",
        GatewayEvent.Login login => $" from {login.Client}: login failed for {SafeText.Escape(login.Server)}: {login.Failure}",
        GatewayEvent.Request request => $" from {request.Client}: {SafeText.Escape(request.Target)}",
        GatewayEvent.RequestFailed failed =>
            $" from {failed.Client}: {SafeText.Escape(failed.Target)}: failed with {failed.Status}: {SafeText.Escape(failed.Failure)}",
        GatewayEvent.Ended { Failure: null } ended => $": {SafeText.Escape(ended.Path)}: {Format.Size(ended.Bytes)} in "
            + $"{Format.Took(ended.Elapsed)}{Speed(ended)}",
        GatewayEvent.Ended ended =>
            $": {SafeText.Escape(ended.Path)}: failed after {Format.Size(ended.Bytes)}: {SafeText.Escape(ended.Failure)}",
        GatewayEvent.Fault fault => $": ended by a defect in ftpx: {SafeText.Escape(fault.Cause.ToString())}",
        _ => null,
    };

    private static string Speed(GatewayEvent.Ended ended)
    {
        if (ended.IsFromMemory) return " from memory";
        if (ended.Elapsed < Noticed) return "";
        var streams = ended.Streams > 1 ? $", {Format.Count(ended.Streams, "stream")}" : "";
        var replicas = ended.FromReplicas > 0 ? $", {Format.Size(ended.FromReplicas)} from replicas" : "";
        return $" ({Format.Rate(ended.Bytes / ended.Elapsed.TotalSeconds)}{streams}{replicas})";
    }
}
