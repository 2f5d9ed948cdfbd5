namespace Accelerator.Cli.Doctor;

/// <summary>What became of an echo that may not be cut.</summary>
internal enum EchoAnswer
{
    /// <summary>It came back.</summary>
    Back,

    /// <summary>This computer, or a hop, said that it is too big.</summary>
    TooBig,

    /// <summary>Nothing, within its time.</summary>
    Silent,
}
