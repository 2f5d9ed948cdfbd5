namespace Accelerator.Cli.Credentials;

/// <summary>The commands of <c>ftpx credential</c>.</summary>
internal enum CredentialVerb
{
    Set,
    List,
    Remove,
}
