using Accelerator.Cli.Hosting;
using Accelerator.Cli.Output;
using Accelerator.Cli.Running;
using Accelerator.Engine.Storage;
using Accelerator.Ftp;

namespace Accelerator.Cli.Selftest;

/// <summary>Runs <c>ftpx selftest</c>: a folder of its own, the checks, a table, an exit code.</summary>
internal sealed class SelftestRunner(ProcessEnvironment environment, TransferCalls calls, SelftestSizes sizes)
{
    /// <summary>Runs the command and returns the exit code.</summary>
    /// <exception cref="UsageException">The folder cannot be written, or its disk has no room.</exception>
    public async Task<int> RunAsync(SelftestOptions options)
    {
        var folder = CreateFolder(options);
        using var stop = new StopSwitch(() => { }, environment.ExitNow, environment.Time);
        using var signals = environment.ListenForStop(stop);
        try
        {
            var checks = new SelftestChecks(calls, environment.Time, sizes, folder).RunAsync(stop.Token);
            var passed = environment.OpenOutTerminal() is { } terminal
                ? await SelftestTable.ShowAsync(checks, terminal).ConfigureAwait(false)
                : await SelftestLines.ShowAsync(checks, environment.Out).ConfigureAwait(false);
            return passed ? ExitCodes.Ok : ExitCodes.Failed;
        }
        catch (OperationCanceledException) when (stop.Pressed)
        {
            environment.Messages.Note("stopped.");
            return ExitCodes.Cancelled;
        }
        finally
        {
            LocalChanges.DeleteTree(folder);
        }
    }

    private string CreateFolder(SelftestOptions options)
    {
        var parent = Path.GetFullPath(options.Folder is { Length: > 0 } named ? named : ".", environment.Folder);
        var shown = SafeText.Escape(parent);
        if (!Directory.Exists(parent)) throw new UsageException($"The folder {shown} does not exist: create it first.");
        if (FreeSpace.OfFolder(parent) is { } free && free < sizes.Room)
            throw new UsageException(
                $"The selftest needs {Format.Size(sizes.Room)} in {shown}, but its disk has only {Format.Size(free)} free. "
                    + "Free some space, or choose a folder on another disk with --folder.") { Code = ExitCodes.Disk };
        try
        {
            // Another user may not create it first, so its name cannot be predicted.
            var folder = Path.Combine(parent, $".ftpx-selftest-{Guid.NewGuid():N}");
            UserFolder.MakePrivate(folder);
            return folder;
        }
        catch (StorageException e)
        {
            var reason = SafeText.Escape(StorageErrors.Reason(e.InnerException!));
            throw new UsageException($"The folder {shown} cannot be written: {reason} Choose another with --folder.");
        }
    }
}
