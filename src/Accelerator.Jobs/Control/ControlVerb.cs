namespace Accelerator.Jobs.Control;

/// <summary>One thing that the service can be asked for.</summary>
/// <param name="Name">The word on the wire.</param>
/// <param name="Text">What it does, in one sentence.</param>
/// <param name="RunAsync">Does it, and says what there is to say. A <see cref="ControlException"/> is told to whoever asked.</param>
public sealed record ControlVerb(string Name, string Text, Func<ControlRequest, ControlReply, CancellationToken, Task> RunAsync);
