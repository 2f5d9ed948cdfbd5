namespace Accelerator.Jobs.Definitions;

/// <summary>
/// What a job between servers does where the destination has a file of the name already, and the ledger does not say that it is this one.
/// </summary>
public enum ExistingRule
{
    /// <summary>It counts as delivered where both servers prove it equal; any other is not touched, and the file is put aside.</summary>
    Prove,

    /// <summary>It counts as delivered where its length is the same, unless a hash says otherwise; any other is not touched.</summary>
    Length,

    /// <summary>It counts as delivered where both servers prove it equal; any other is replaced.</summary>
    Replace,
}
