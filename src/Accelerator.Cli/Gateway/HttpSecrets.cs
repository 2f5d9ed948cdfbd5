using System.Net;
using Accelerator.Cli.Hosting;
using Accelerator.Ftp;
using Accelerator.Gateway.Settings;
using Accelerator.Gateway.Tls;

namespace Accelerator.Cli.Gateway;

/// <summary>The token and the certificate of <c>ftpx gateway --http</c>, from files and the environment.</summary>
/// <param name="options">The options.</param>
/// <param name="environment">The process environment.</param>
internal sealed class HttpSecrets(GatewayOptions options, ProcessEnvironment environment)
{
    private const string KeyPassword = "FTPX_GATEWAY_KEY_PASSWORD";

    // More than the longest token with its line end.
    private const int LongestFile = 4096;

    /// <summary>Returns the token that HTTP clients must send; null if there is none.</summary>
    /// <exception cref="UsageException">It cannot be read, or other computers could use the gateway without one.</exception>
    public AccessToken? Token()
    {
        if (options.Http is not { } http) return null;
        var (text, source) = options.HttpTokenFile is { } file
            ? (Read(file), $"--http-token-file {SafeText.Escape(file)}")
            : (environment.Variable("FTPX_GATEWAY_TOKEN"), "FTPX_GATEWAY_TOKEN");
        if (string.IsNullOrEmpty(text) && options.HttpTokenFile is null)
        {
            return IPAddress.IsLoopback(http.Address) ? null : throw new UsageException(
                $"Other computers can reach {http.Address}, and HTTP has no token: add --http-token-file FILE, or set "
                    + "FTPX_GATEWAY_TOKEN.");
        }
        return AccessToken.Parse(text ?? "") ?? throw new UsageException(
            $"{source} is not a token: use one line of {AccessToken.Shortest} to {AccessToken.Longest} characters without spaces, such as "
                + "64 random hexadecimal digits.");
    }

    /// <summary>Returns the certificate for HTTPS; null for no TLS.</summary>
    /// <param name="warn">Receives a sentence if a renewed certificate cannot be used.</param>
    /// <exception cref="UsageException">It cannot be used.</exception>
    public ServerCertificate? Certificate(Action<string> warn)
    {
        if (options is not { Http: not null, HttpCertificate: { } file }) return null;
        try
        {
            return ServerCertificate.Load(
                PathOf(file), options.HttpKey is { } key ? PathOf(key) : null,
                environment.Variable(KeyPassword) is { Length: > 0 } password ? password : null,
                new CertificateSettingNames("--http-key", KeyPassword), environment.Time, warn);
        }
        catch (CertificateException e)
        {
            throw new UsageException($"{(e.IsOfKey ? "--http-key" : "--http-certificate")}: {SafeText.Escape(e.Message)}.");
        }
    }

    private string Read(string file)
    {
        var path = PathOf(file);
        try
        {
            // A token is short; what is longer is another file, and is refused as no token. The length of a folder is not available.
            return !Directory.Exists(path) && new FileInfo(path).Length > LongestFile ? "" : File.ReadAllText(path).Trim();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"--http-token-file cannot be read: {ReadFailure.Sentence(e, path)}");
        }
    }

    private string PathOf(string file) => Path.GetFullPath(file, environment.Folder);
}
