namespace Accelerator.Engine.Mirroring;

/// <summary>The result of comparing a file by the server's hash.</summary>
/// <param name="IsSame">Whether the content is the same; null where the server would not hash this file.</param>
/// <param name="By">The hash: <c>HASH SHA-256</c>.</param>
internal readonly record struct HashAnswer(bool? IsSame, string By);
