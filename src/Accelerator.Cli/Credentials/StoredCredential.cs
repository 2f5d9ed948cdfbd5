using Accelerator.Engine.Sites;

namespace Accelerator.Cli.Credentials;

/// <summary>A login whose password is kept. Never the password.</summary>
/// <param name="Login">Who, and where.</param>
/// <param name="Place">Where it is kept.</param>
internal sealed record StoredCredential(SiteKey Login, CredentialStoreKind Place);
