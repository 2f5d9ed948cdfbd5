namespace Accelerator.Loopback.Tests;

/// <summary>What a transfer looked like from the client.</summary>
internal sealed record Download(string Preliminary, byte[] Bytes, bool Reset, string Final);
