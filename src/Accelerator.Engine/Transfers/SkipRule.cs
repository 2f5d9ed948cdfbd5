namespace Accelerator.Engine.Transfers;

/// <summary>The files of a request that are not downloaded because a local file of the target's name exists.</summary>
public enum SkipRule
{
    /// <summary>None: <see cref="TransferRequest.Overwrite"/> alone decides.</summary>
    None,

    /// <summary>
    /// Those with the size and time of the server's file, or with the given digest (<see cref="VerifyMode.Given"/>). A file whose time
    /// the server does not report counts as different.
    /// </summary>
    Same,

    /// <summary>All that exist, whatever their content. The server is not queried about them.</summary>
    Existing,
}
