namespace Accelerator.Engine.Transfers;

/// <summary>The range was taken back because the file starts again or has ended.</summary>
internal sealed class RunRevokedException() : Exception("The range was taken back.");
