using System.Net;
using Accelerator.Cli.Cat;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Running;
using Accelerator.Engine.Machine;
using Accelerator.Ftp;
using Accelerator.Gateway;
using Accelerator.Gateway.Listening;
using Accelerator.Gateway.Settings;

namespace Accelerator.Cli.Gateway;

/// <summary>Runs <c>ftpx gateway</c> until Ctrl-C.</summary>
internal sealed class GatewayRunner(ProcessEnvironment environment)
{
    private const string IdleAdvice = "If the server needs more time, for example to load files from tape, run "
        + "ftpx site set HOST max-idle=SECONDS and restart the gateway.";

    /// <summary>Runs the gateway and returns the exit code.</summary>
    /// <exception cref="UsageException">
    /// The server, the address, the password or the folder for temporary files is not available.
    /// </exception>
    public Task<int> RunAsync(GatewayOptions options)
    {
        var view = new GatewayView(environment, options.Quiet);
        var host = new RunHost(environment, options) { WriteAbove = view.WriteAbove };
        return host.RunPlainAsync((trace, stop) => RunAsync(options, host, view, trace, stop), static _ => { });
    }

    private async Task<ExitCode> RunAsync(
        GatewayOptions options, RunHost host, GatewayView view, Action<FtpTraceLine>? trace, CancellationToken stop)
    {
        using var spool = SpoolFolder.Create(environment, ExitCodes.Usage);
        using var rates = options.LimitRate?.File is { } limits
            ? new RateFile(Path.GetFullPath(limits, environment.Folder), environment.Time) : null;
        rates?.Watch(host.Warn);
        var traced = trace is null ? null : new SharedTrace(trace);
        var resolver = new UpstreamResolver(options, environment, host.Warn, request => request with
        {
            RateLimitNow = rates is null ? request.RateLimitNow : rates.Now,
            Trace = traced?.ForLogin(),
        });
        var only = options.Upstream is null ? null : await resolver.ResolveOnlyAsync().ConfigureAwait(false);
        var http = new HttpSecrets(options, environment);
        var gateway = Start(options, new GatewaySettings
        {
            Listen = options.Listen,
            Http = options.Http,
            HttpToken = http.Token(),
            HttpCertificate = http.Certificate(host.Warn),
            Upstream = only?.Endpoint,
            Allowed = options.Allowed,
            Resolve = (name, port, user, _) => only is null ? resolver.ResolveAsync(name, port, user) : Task.FromResult(only),
            Login = options.GatewayUser is { } own ? new FtpCredential(own, Password(own)) : null,
            Clients = options.Clients,
            SpoolFolder = spool.Path,
            RoomAdvice = spool.RoomAdvice,
            IdleAdvice = IdleAdvice,
            AllowChanges = options.AllowChanges,
            ChangeAdvice = "ftpx gateway --allow-changes passes it on.",
            VerifyFirst = options.VerifyFirst,
            ReadAhead = options.ReadAhead,
            MaxSessions = options.MaxClients,
            MaxSessionsPerAddress = options.MaxClientsPerAddress,
            Report = view.Take,
            Time = environment.Time,
        });
        await using var ended = gateway.ConfigureAwait(false);
        using var awake = KeepAwake.For("ftpx is serving files.");
        if (!IPAddress.IsLoopback(gateway.EndPoint.Address)) host.Warn(GatewayText.Warning(gateway.EndPoint.Address));
        if (!options.Quiet) view.Print(GatewayText.Opening(gateway, only, options.GatewayUser is not null));
        try
        {
            await view.RunAsync(stop).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            // The normal way to end.
        }
        await gateway.DisposeAsync().ConfigureAwait(false);
        // Also report transfers that the end interrupted.
        view.End();
        return ExitCodes.Ok;
    }

    private string Password(string user)
    {
        if (environment.Variable("FTPX_GATEWAY_PASSWORD") is { Length: > 0 } given) return given;
        if (!environment.InIsTerminal)
            throw new UsageException($"No password for {SafeText.Escape(user)} at the gateway: set FTPX_GATEWAY_PASSWORD.");
        return environment.ReadPassword($"Password for {SafeText.Escape(user)} at the gateway: ") is { Length: > 0 } typed
            ? typed : throw new UsageException("No password was typed.");
    }

    private static GatewayServer Start(GatewayOptions options, GatewaySettings settings)
    {
        try
        {
            return GatewayServer.Start(settings);
        }
        catch (ListenException e)
        {
            var option = e.EndPoint.Equals(options.Http) ? "--http" : "--listen";
            throw new UsageException($"{e.Message}: choose another with {option} {e.EndPoint.Address}:PORT.");
        }
    }

    /// <summary>One trace for the sessions of several logins, each of which numbers its own from 1.</summary>
    private sealed class SharedTrace(Action<FtpTraceLine> write)
    {
        private readonly Dictionary<(int Login, int Session), int> _numbers = [];
        private int _logins;

        public Action<FtpTraceLine> ForLogin()
        {
            var login = Interlocked.Increment(ref _logins);
            return line =>
            {
                lock (_numbers)
                {
                    if (!_numbers.TryGetValue((login, line.Session), out var number))
                        _numbers.Add((login, line.Session), number = _numbers.Count + 1);
                    write(line with { Session = number });
                }
            };
        }
    }
}
