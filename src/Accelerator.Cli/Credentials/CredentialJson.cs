using Accelerator.Cli.Output;

namespace Accelerator.Cli.Credentials;

/// <summary>A line of <c>ftpx credential list --json</c>.</summary>
internal static class CredentialJson
{
    /// <summary>One stored login.</summary>
    public static string Line(StoredCredential kept) => JsonLine.Of(json =>
    {
        json.WriteString("type", "login");
        json.WriteString("address", CredentialAddress.Of(kept.Login));
        json.WriteString("user", kept.Login.User);
        json.WriteString("host", kept.Login.Host);
        json.WriteNumber("port", kept.Login.Port);
        json.WriteString("kept", kept.Place.Name);
    });
}
