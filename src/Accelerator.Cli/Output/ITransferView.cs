using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Output;

/// <summary>Shows a run to the user. Events may come from any thread.</summary>
internal interface ITransferView : IProgress<TransferEvent>, IDisposable
{
    /// <summary>Shows the plan that <c>--dry-run</c> asked for.</summary>
    void ShowPlan(TransferPlan plan);

    /// <summary>Shows a sentence of the command line's own, such as what to do after a stop.</summary>
    void Say(string sentence);

    /// <summary>Shows an error that belongs to no file; never suppressed.</summary>
    void Fail(string sentence);
}
