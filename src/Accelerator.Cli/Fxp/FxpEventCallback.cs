using Accelerator.Engine.Fxp;

namespace Accelerator.Cli.Fxp;

/// <summary>Gives what the engine tells to a method, on the thread that tells it.</summary>
internal sealed class FxpEventCallback(Action<FxpEvent> take) : IProgress<FxpEvent>
{
    /// <inheritdoc/>
    public void Report(FxpEvent value) => take(value);
}
