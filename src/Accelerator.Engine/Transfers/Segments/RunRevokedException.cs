namespace Accelerator.Engine.Transfers.Segments;

/// <summary>The range was revoked because the file restarts or has ended.</summary>
internal sealed class RunRevokedException() : Exception("The range was taken back.");
