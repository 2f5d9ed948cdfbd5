using Accelerator.Ftp.Fxp;

namespace Accelerator.Engine.Fxp;

/// <summary>One server's refusal to let data go to or come from another one.</summary>
/// <param name="Passive">The server that listened, or was to.</param>
/// <param name="Failure">What happened.</param>
internal sealed record FxpRefusal(FxpSide Passive, FxpException Failure)
{
    /// <summary>
    /// Whose setting it is. PORT and EPRT are refused by the server that was to connect. Once both had their command, the one that listens
    /// decides whom it lets in, whichever of them complains.
    /// </summary>
    public FxpSide Culprit => Failure.Step is FxpStep.Listen or FxpStep.Call ? Failure.Side : Passive;

    /// <summary>Whether a server decided it; else its address could not be told to the other one.</summary>
    public bool IsSetting => Failure is not { Step: FxpStep.Call, Reply: null };

    /// <summary>Whether the server refused to listen, or to let the other one in; else it refused to connect.</summary>
    public bool IsListener => Culprit == Passive;
}
