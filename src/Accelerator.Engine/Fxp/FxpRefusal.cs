using Accelerator.Ftp.Fxp;

namespace Accelerator.Engine.Fxp;

/// <summary>One server's refusal to send data to, or accept data from, another server.</summary>
/// <param name="Passive">The server that listened, or should have listened.</param>
/// <param name="Failure">What happened.</param>
internal sealed record FxpRefusal(FxpSide Passive, FxpException Failure)
{
    /// <summary>
    /// The server whose setting caused the refusal. PORT and EPRT are refused by the server that was to connect. Once both have their
    /// command, the listening server decides which connections to accept, whichever of them reports the error.
    /// </summary>
    public FxpSide Culprit => Failure.Step is FxpStep.Listen or FxpStep.Call ? Failure.Side : Passive;

    /// <summary>Whether a server refused; else its address could not be passed to the other one.</summary>
    public bool IsSetting => Failure is not { Step: FxpStep.Call, Reply: null };

    /// <summary>Whether the server refused to listen, or to accept the other one; else it refused to connect.</summary>
    public bool IsListener => Culprit == Passive;
}
