namespace Accelerator.Jobs.Ledger;

/// <summary>The result of recording the intent to publish.</summary>
public enum VerifiedResult
{
    /// <summary>The intent is in the ledger: the file may be renamed.</summary>
    Recorded,

    /// <summary>The claim is lost: another worker has the file. Nothing was written.</summary>
    Lost,

    /// <summary>Another file of the ledger has this final path. Nothing was written, and the claim still holds.</summary>
    NameTaken,
}
