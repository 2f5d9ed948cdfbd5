namespace Accelerator.Jobs.Definitions;

/// <summary>The action of a job on the files it finds.</summary>
public enum JobKind
{
    /// <summary>Fetches the files to this computer.</summary>
    Pull,

    /// <summary>Lets their server send the files to another one: no byte comes to this computer.</summary>
    Fxp,
}
