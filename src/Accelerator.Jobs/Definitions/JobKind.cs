namespace Accelerator.Jobs.Definitions;

/// <summary>What a job does with the files it finds.</summary>
public enum JobKind
{
    /// <summary>Fetches them to this computer.</summary>
    Pull,

    /// <summary>Lets their server send them to another one: no byte comes to this computer.</summary>
    Fxp,
}
