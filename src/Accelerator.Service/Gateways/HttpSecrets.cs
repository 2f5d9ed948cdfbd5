using Accelerator.Gateway.Settings;
using Accelerator.Gateway.Tls;
using Accelerator.Jobs.Credentials;
using Accelerator.Jobs.Definitions;
using Microsoft.Extensions.Logging;

namespace Accelerator.Service.Gateways;

/// <summary>The token and the certificate of a gateway's HTTP, from the stored credentials and from files.</summary>
/// <param name="vault">The stored credentials.</param>
/// <param name="time">The clock.</param>
/// <param name="log">Receives a renewed certificate that cannot be used.</param>
internal sealed class HttpSecrets(CredentialVault vault, TimeProvider time, ILogger log)
{
    private static readonly CertificateSettingNames Names = new("http_key", "http_key_credential");

    /// <summary>Adds HTTP to the settings of a gateway.</summary>
    /// <exception cref="CredentialException">A credential is missing, or is no token.</exception>
    /// <exception cref="CertificateException">The certificate cannot be used.</exception>
    public async Task<GatewaySettings> AddAsync(GatewaySettings settings, GatewayDefinition gateway, CancellationToken cancellationToken)
    {
        AccessToken? token = null;
        if (gateway.HttpTokenCredential is { } name)
        {
            var text = await vault.ReadAsync(name, cancellationToken).ConfigureAwait(false);
            token = AccessToken.Parse(text) ?? throw new CredentialException(
                CredentialFailure.Wrong,
                $"The credential {name} (http_token_credential) is not a token of {AccessToken.Shortest} to {AccessToken.Longest} "
                    + $"characters without spaces: store another one with ftpx credential set {name} --service");
        }
        var password = gateway.HttpKeyCredential is { } key ? await vault.ReadAsync(key, cancellationToken).ConfigureAwait(false) : null;
        return settings with
        {
            Http = gateway.Http,
            HttpToken = token,
            HttpCertificate = gateway.HttpCertificate is not { } path ? null : ServerCertificate.Load(
                path, gateway.HttpKey, password, Names, time, sentence => GatewayLog.CertificateKept(log, gateway.Name, sentence)),
        };
    }
}
