namespace Accelerator.Jobs.Control;

/// <summary>A verb of the control channel.</summary>
/// <param name="Name">The name on the wire.</param>
/// <param name="Text">What the verb does, in one sentence.</param>
/// <param name="RunAsync">Executes the verb and writes its reply. A <see cref="ControlException"/> is reported to the client.</param>
public sealed record ControlVerb(string Name, string Text, Func<ControlRequest, ControlReply, CancellationToken, Task> RunAsync);
