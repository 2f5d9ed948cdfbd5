namespace Accelerator.Jobs.Definitions;

/// <summary>
/// The rule of a job between servers for a file that the destination already has under the name, if the ledger does not have it as this
/// file.
/// </summary>
public enum ExistingRule
{
    /// <summary>
    /// The file counts as delivered if both servers verify that it is equal; any other is not changed, and the file is quarantined.
    /// </summary>
    Prove,

    /// <summary>The file counts as delivered if its length is equal, unless a hash differs; any other is not changed.</summary>
    Length,

    /// <summary>The file counts as delivered if both servers verify that it is equal; any other is replaced.</summary>
    Replace,
}
