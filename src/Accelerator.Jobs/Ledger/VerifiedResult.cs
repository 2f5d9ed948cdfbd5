namespace Accelerator.Jobs.Ledger;

/// <summary>What became of the intent to publish.</summary>
public enum VerifiedResult
{
    /// <summary>It stands in the ledger: the file may be renamed.</summary>
    Recorded,

    /// <summary>The claim is lost: somebody else has the file. Nothing was written.</summary>
    Lost,

    /// <summary>Another file of the ledger has this final path. Nothing was written, and the claim still holds.</summary>
    NameTaken,
}
