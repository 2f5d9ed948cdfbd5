namespace Accelerator.Cli.Credentials;

/// <summary>A login cannot be kept or had. The message is a sentence that never holds a password.</summary>
internal sealed class CredentialStoreException(string message, Exception? cause = null) : Exception(message, cause);
