namespace Accelerator.Gateway.Tls;

/// <summary>What messages about a certificate call the settings that the operator can change.</summary>
/// <param name="Key">The setting for the file of the key: <c>--http-key</c>.</param>
/// <param name="Password">The setting for its password: <c>FTPX_GATEWAY_KEY_PASSWORD</c>.</param>
public sealed record CertificateSettingNames(string Key, string Password);
