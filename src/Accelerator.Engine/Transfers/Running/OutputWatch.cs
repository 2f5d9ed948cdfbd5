using Accelerator.Engine.Transfers.Finishing;
using Accelerator.Engine.Transfers.Scheduling;

namespace Accelerator.Engine.Transfers.Running;

/// <summary>Ends a file whose output has failed: its reader is gone, or bytes that were passed on had to be discarded.</summary>
internal sealed class OutputWatch(WorkerContext context)
{
    /// <summary>Checks every file; called a few times a second.</summary>
    public async Task CheckAsync()
    {
        foreach (var file in context.Files.Open())
        {
            if (file.Open?.Output?.Failure is { } failure)
                await FileEnding.FailAsync(file, failure.Kind, failure.Message, context).ConfigureAwait(false);
        }
    }
}
