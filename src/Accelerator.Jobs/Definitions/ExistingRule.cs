namespace Accelerator.Jobs.Definitions;

/// <summary>
/// The rule of a server-to-server job for a file that already exists at the destination under the same name. It does not apply if the
/// ledger already records this version of the file as delivered.
/// </summary>
public enum ExistingRule
{
    /// <summary>
    /// The file counts as delivered if the hash of both servers is equal, or length and time if they have no common hash. Otherwise the
    /// existing file is not changed, and the new one is quarantined.
    /// </summary>
    Prove,

    /// <summary>
    /// As <see cref="Prove"/>, but equal length is enough if the servers have no common hash and no earlier version was delivered under the
    /// name.
    /// </summary>
    Length,

    /// <summary>As <see cref="Prove"/>, but a file that is not equal, or not known to be, is replaced.</summary>
    Replace,
}
