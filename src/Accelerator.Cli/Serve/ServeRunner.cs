using System.Net;
using System.Net.Sockets;
using System.Threading.Channels;
using Accelerator.Cli.Hosting;
using Accelerator.Ftp;
using Accelerator.Loopback;
using Accelerator.Loopback.Content;
using Accelerator.Loopback.Logging;
using Accelerator.Loopback.Settings;
using Accelerator.Loopback.Shaping;

namespace Accelerator.Cli.Serve;

/// <summary>Runs <c>ftpx serve</c>: a server until Ctrl-C, and a line for each session and transfer.</summary>
internal sealed class ServeRunner(ProcessEnvironment environment)
{
    // The search for a sample file stops here: the folder may hold a million files.
    private const int MostLookedAt = 1000;

    private readonly ServeTally _tally = new();

    /// <summary>Runs until stopped, and returns the exit code.</summary>
    /// <exception cref="UsageException">The folder, the port, the address or the password is not available.</exception>
    public async Task<int> RunAsync(ServeOptions options)
    {
        environment.RefuseQuotationMark("The folder", options.Folder);
        var folder = Path.GetFullPath(options.Folder, environment.Folder);
        if (!Directory.Exists(folder))
        {
            var shown = SafeText.Escape(folder);
            throw new UsageException(File.Exists(folder)
                ? $"{shown} is a file; ftpx serve takes a folder." : $"The folder {shown} does not exist.");
        }
        var password = options.User is { } user ? Password(user) : null;

        var began = environment.Time.GetTimestamp();
        // Events are queued so that a blocked terminal does not delay a session.
        var happened = Channel.CreateUnbounded<LoopbackEvent>(new UnboundedChannelOptions { SingleReader = true });
        var server = Start(options, folder, password, reported => happened.Writer.TryWrite(reported));
        await using var ended = server.ConfigureAwait(false);
        using var stop = new StopSwitch(static () => { }, environment.ExitNow, environment.Time);
        using var signals = environment.ListenForStop(stop);
        if (!IPAddress.IsLoopback(server.EndPoint.Address))
            environment.Messages.Warn(ServeText.Warning(server.EndPoint.Address, folder, options.User));
        foreach (var line in Opening(options, folder, server.EndPoint)) environment.Out.WriteLine(line);
        try
        {
            await foreach (var next in happened.Reader.ReadAllAsync(stop.Token).ConfigureAwait(false)) Show(next, options.Json);
        }
        catch (OperationCanceledException) when (stop.Pressed)
        {
            // The normal way to end.
        }
        await server.DisposeAsync().ConfigureAwait(false);
        // Also report transfers that the shutdown interrupted.
        while (happened.Reader.TryRead(out var last)) Show(last, options.Json);
        var elapsed = environment.Time.GetElapsedTime(began);
        environment.Out.WriteLine(options.Json ? ServeJson.Summary(_tally, elapsed) : ServeText.Summary(_tally, elapsed));
        return ExitCodes.Ok;
    }

    private static string? Sample(string folder)
    {
        try
        {
            return new DirectoryInfo(folder).EnumerateFiles().Take(MostLookedAt)
                .Where(file => file.LinkTarget is null && !file.Name.StartsWith('.') && !file.Name.Any(char.IsControl))
                .Select(file => file.Name).Order(StringComparer.Ordinal).Select(Uri.EscapeDataString).FirstOrDefault();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static IEnumerable<string> Opening(ServeOptions options, string folder, IPEndPoint at)
    {
        // If the server listens on all addresses, the loopback address always works on this computer.
        var shown = at.Address.Equals(IPAddress.Any)
            ? IPAddress.Loopback : at.Address.Equals(IPAddress.IPv6Any) ? IPAddress.IPv6Loopback : at.Address;
        var url = $"ftp://{(options.User is { } user ? Uri.EscapeDataString(user) + "@" : "")}{new IPEndPoint(shown, at.Port)}/";
        return options.Json ? [ServeJson.Opening(folder, url, options)]
            : ServeText.Opening(folder, url, at.Address, options.User, Sample(folder));
    }

    private string Password(string user)
    {
        if (environment.Variable("FTPX_PASSWORD") is { Length: > 0 } given) return Checked(given);
        if (!environment.InIsTerminal) throw new UsageException($"No password for {SafeText.Escape(user)}: set FTPX_PASSWORD.");
        return environment.ReadPassword($"Password for {SafeText.Escape(user)}: ") is { Length: > 0 } typed
            ? Checked(typed) : throw new UsageException("No password was typed.");
    }

    private static string Checked(string password) =>
        password.AsSpan().IndexOfAny('\r', '\n', '\0') < 0
            ? password : throw new UsageException("The password contains a line end or NUL, which FTP cannot transmit.");

    private LoopbackServer Start(ServeOptions options, string folder, string? password, Action<LoopbackEvent> report)
    {
        var address = options.Bind ?? IPAddress.Loopback;
        try
        {
            return LoopbackServer.Start(new LoopbackOptions
            {
                Folder = folder,
                Address = address,
                AllowOthers = options.Bind is not null,
                Port = options.Port,
                User = options.User is { } user ? LoopbackPath.FromUtf8(user) : null,
                Password = password is null ? null : LoopbackPath.FromUtf8(password),
                Banner = "220 ftpx serves a folder, read only.",
                Features = LoopbackFeatures.Usual | LoopbackFeatures.Rang,
                Shaping = new LinkShape { BytesPerSecond = options.Rate, TotalBytesPerSecond = options.TotalRate,
                    ReplyLatency = options.Delay },
                MaxConnections = options.MaxSessions,
                RefuseForeignDataPeer = true,
                KeepTrace = false,
                Report = report,
                TimeProvider = environment.Time,
            });
        }
        catch (SocketException e)
        {
            throw new UsageException(e.SocketErrorCode switch
            {
                SocketError.AddressAlreadyInUse =>
                    $"Port {options.Port} of {address} is in use by another program: "
                        + "choose another with --port, or use --port 0 for any free port.",
                SocketError.AccessDenied => $"Port {options.Port} needs an administrator's rights: choose one above 1023 with --port.",
                SocketError.AddressNotAvailable => $"{address} is not an address of this computer; choose another with --bind.",
                _ => $"ftpx cannot listen on {new IPEndPoint(address, options.Port)}: {e.Message}",
            });
        }
    }

    private void Show(LoopbackEvent happened, bool json)
    {
        _tally.Count(happened);
        environment.Out.WriteLine(json ? ServeJson.Line(happened) : ServeText.Line(happened, environment.Time.GetLocalNow()));
    }
}
