using System.Diagnostics.CodeAnalysis;
using System.IO.Hashing;
using System.Security.Cryptography;
using Accelerator.Ftp;

namespace Accelerator.Engine.Storage;

/// <summary>One hash that is being computed, block by block and in order.</summary>
internal sealed class ContentHash(HashKind kind) : IDisposable
{
    private readonly Crc32? _crc = kind is HashKind.Crc32 ? new Crc32() : null;
    private readonly IncrementalHash? _hash = kind is HashKind.Crc32 ? null : IncrementalHash.CreateHash(NameOf(kind));

    /// <summary>The digest of the bytes added so far, lower-case hex.</summary>
    public string Value => _crc is not null
        ? _crc.GetCurrentHashAsUInt32().ToString("x8") : Convert.ToHexString(_hash!.GetCurrentHash()).ToLowerInvariant();

    /// <summary>Adds the next bytes.</summary>
    public void Append(ReadOnlySpan<byte> data)
    {
        _crc?.Append(data);
        _hash?.AppendData(data);
    }

    /// <inheritdoc/>
    public void Dispose() => _hash?.Dispose();

    [SuppressMessage("Security", "CA5350", Justification = "Compared with what the server offers, not used against an attacker.")]
    [SuppressMessage("Security", "CA5351", Justification = "Compared with what the server offers, not used against an attacker.")]
    private static HashAlgorithmName NameOf(HashKind kind) => kind switch
    {
        HashKind.Md5 => HashAlgorithmName.MD5,
        HashKind.Sha1 => HashAlgorithmName.SHA1,
        HashKind.Sha256 => HashAlgorithmName.SHA256,
        HashKind.Sha512 => HashAlgorithmName.SHA512,
        _ => throw new ArgumentOutOfRangeException(nameof(kind), kind, "Not a hash of the runtime."),
    };
}
