namespace Accelerator.Loopback;

/// <summary>A transfer that may begin: what to send, and what to say first.</summary>
internal sealed record TransferRequested(string Verb, string Path, Func<FileContent> Content, ByteSpan Range, string Preliminary);
